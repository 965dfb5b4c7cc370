import type {Pod} from '../objects/kubernetes.generated.js';
import type {SimulatedNode} from '../objects/simulated-node.js';
import type {FieldPath} from '../objects/unstructured.js';
import type {FieldEdit} from '../go/yaml/edit.js';
import type {PodContainer} from './container-reference.js';
import type {Reader} from './look.js';
import type {Said, Saying} from './words/words.js';

export type {FieldPath};

/** A change of the user's file. */
export interface FileChange {
	/** The field of the stuck object; for a Pod's field, from its `spec` on. */
	readonly field: FieldPath;
	readonly change: FieldEdit;
	/** The field is one of the object in the file, even where that only led to the stuck one. */
	readonly ofFile?: boolean;
	/** The object in the files that has the field, if it is another one. */
	readonly of?: {readonly kind: string; readonly name: string};
}

/** A change that may help. It is offered only if it helps on a copy of the cluster. */
export type Candidate =
	| FileChange
	/** Several changes that only help together. */
	| {readonly changes: readonly FileChange[]}
	/** A document in YAML that the user's file lacks. */
	| {readonly document: string}
	/** A replaced line, from 1, in a file that kubectl cannot read. */
	| {readonly file: string; readonly line: number; readonly text: string}
	/** A command line that begins with `kubectl`, or one of the debugger, with `:`, such as `:restart kube-scheduler`. */
	| {readonly command: string}
	/** A node that is added. */
	| {readonly node: Pick<SimulatedNode, 'capacity'> & {readonly words: Saying}};

/** The problem of an object: Kubernetes' words, the field that they concern, and possible fixes. */
export interface Finding {
	/** Name of the symptom, which a fix has to remove. */
	readonly symptom: string;
	/** The message, in Kubernetes' words if they exist. */
	readonly message: Said;
	/** The path of the field in the stuck object; for a Pod's field, from its `spec` on. */
	readonly field?: FieldPath;
	/** Whether the field belongs to the Pod, or to the template of Pods. */
	readonly ofPod?: boolean;
	/** Beginning of the stage of the stops that decide, if the message alone does not identify them. */
	readonly stage?: string;
	/** The object's form from the deciding moment on, if no message identifies that moment. */
	readonly since?: (object: unknown) => boolean;
	/** Helpful facts, a sentence each. */
	readonly advice: readonly Said[];
	/** The cheapest first. */
	readonly candidates?: readonly Candidate[];
	/** The object in the files that has the field, if it is another one. */
	readonly elsewhere?: {readonly kind: string; readonly name: string; readonly field: FieldPath};
	/** Another object of the files where the mistake may be as well: both places are reported. */
	readonly beside?: {readonly kind: string; readonly name: string; readonly field: FieldPath};
	/** The container of the Pod: its unanswered request to the network is the reason. */
	readonly container?: {readonly name: string; readonly field: FieldPath};
	/** Whether the symptom is derived from objects only. A client that was refused in the run is better evidence and is reported first. */
	readonly isUntried?: boolean;
	/** A warning: no request fails because of it. */
	readonly isRemark?: boolean;
}

/** A finding and the ledger key of the object that it is about. */
export interface Blockage extends Finding {
	readonly key: string;
}

/** A component of the cluster that does not run: it has crashed or is paused. */
export interface Outage {
	/** Its process: `kube-controller-manager`, `kubelet/node-a`. */
	readonly component: string;
	readonly isPaused: boolean;
}

/** The cluster and its time. */
export interface Scene {
	readonly ledger: Reader;
	/** Milliseconds since 1970. */
	readonly wallMs: number;
	/** Whether the network plug-in ignores NetworkPolicies. */
	readonly ignoresPolicies?: boolean;
	/** The components of the cluster that are down. */
	readonly outages?: readonly Outage[];
	/** The running container of a Pod that waits in a loop for an answer that does not arrive; unknown for the past. */
	readonly waitingIn?: (pod: Pod, key: string) => PodContainer | undefined;
	/** The running container of a Pod whose requests were answered before and now are not; unknown for the past. */
	readonly lostIn?: (pod: Pod, key: string) => PodContainer | undefined;
}
