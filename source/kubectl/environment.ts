import type {Client} from '../client/client.js';
import type {Credentials} from '../client/request.js';
import type {Kernel} from '../kernel/kernel.js';
import type {Routine} from '../kernel/routine.js';
import type {Home} from './discovery.js';

/** The result of an editor: its file and the text in it, or why it failed. */
export interface ClosedEditor {
	readonly file?: string;
	readonly text?: string;
	/** The failure, in kubectl's words: `there was a problem with the editor "vi"`. */
	readonly failure?: string;
}

/** The user's editor. */
export interface Editor {
	/** Shows a text. */
	readonly open: (text: string) => void;
	/** Waits until the user closes it. */
	readonly close: () => Routine<ClosedEditor>;
}

/** The environment of one invocation of kubectl: a terminal, a home directory, files, and a way to reach the server. */
export interface Environment {
	readonly kernel: Kernel;
	/** The state that kubectl keeps from one invocation to the next. */
	readonly home: Home;
	/** Opens a connection to the cluster's apiserver that proves the caller's identity. */
	readonly connect: (credentials: Credentials) => Client;
	/** Text of `~/.kube/config`. */
	readonly kubeconfig: string;
	/** Files by path; a folder exists as the prefix of its files' paths. */
	readonly files: Readonly<Record<string, string>>;
	readonly stdin?: string;
	/** Whether `kubectl run` has generators, as before v1.18. */
	readonly generators?: boolean;
	/** The editor; without one, `kubectl edit` makes no change. */
	readonly editor?: Editor | undefined;
	readonly write: (stream: 'stdout' | 'stderr', text: string) => void;
	/** Receives the text of the kubeconfig after `kubectl config use-context` and similar commands. @param file its path. */
	readonly writeKubeconfig?: (text: string, file: string) => void;
}
