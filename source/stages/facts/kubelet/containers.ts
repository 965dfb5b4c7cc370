import type {LifecycleHandler, Probe} from '../../../objects/kubernetes.generated.js';
import type {Refusal} from './refusal.js';

export type ProbeKind = 'startup' | 'readiness' | 'liveness';

type PullPolicy = 'Always' | 'IfNotPresent' | 'Never';

/** Facts of the kubelet's work for one container. */
export interface ContainerFacts {
	'kubelet.pull':
		| {readonly case: 'secrets'; readonly found: readonly string[]; readonly missing: readonly string[]}
		/** The image of the Pod is not a valid image name. */
		| {readonly case: 'invalid'; readonly image: string; readonly message: string}
		| {
				readonly case: 'present';
				readonly container: string;
				readonly node: string;
				readonly image: string;
				readonly policy: PullPolicy;
				readonly present: true;
				readonly digest: string;
		  }
		/** The image is absent and must not be pulled. */
		| {
				readonly case: 'never';
				readonly image: string;
				readonly policy: 'Never';
				readonly present: boolean;
				readonly message: string;
		  }
		| {
				readonly case: 'back-off';
				readonly image: string;
				readonly message: string;
				/** The pause after the last try, and its remaining part. */
				readonly backoffMs: number;
				readonly leftMs: number;
		  }
		| {
				readonly case: 'pull';
				readonly container: string;
				readonly image: string;
				readonly policy: PullPolicy;
				readonly present: boolean;
				/** Whether it is present, but was pulled with credentials that this Pod does not have. */
				readonly isForeign: boolean;
				readonly username: string | undefined;
		  };
	'kubelet.hook.*':
		| {
				readonly case: 'start';
				readonly container: string;
				readonly handler: LifecycleHandler;
				/** `undefined` if it has no time limit. */
				readonly timeoutMs: number | undefined;
		  }
		| {
				readonly case: 'end';
				readonly container: string;
				/** The error. */
				readonly message: string | undefined;
		  };
	'kubelet.probe.*': {
		readonly container: string;
		readonly probe: Probe;
		/** `unknown`: it could not be run, and its result is thrown away. */
		readonly result: 'success' | 'warning' | 'failure' | 'unknown';
		readonly output: string;
		/** The number of equal results in a row, and the threshold. */
		readonly inARow: number;
		readonly threshold: number;
		/** Whether the result now counts. */
		readonly changed: boolean;
	};
	'kubelet.logs':
		| ({
				readonly case: 'refused';
				readonly node: string | undefined;
				readonly container: string;
				readonly options: unknown;
		  } & Pick<Refusal, 'message'>)
		| {
				readonly case: 'read';
				readonly node: string | undefined;
				readonly container: string;
				readonly containerID: string;
				readonly options: unknown;
				readonly lines: number;
				/** The reader also receives later output. */
				readonly follows: boolean;
		  };
}
