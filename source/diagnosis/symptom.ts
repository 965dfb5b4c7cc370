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
	/** Field of the stuck object; of a Pod's, from its `spec` on. */
	readonly field: FieldPath;
	readonly change: FieldEdit;
	/** The field is one of the object in the file, even where that only led to the stuck one. */
	readonly ofFile?: boolean;
	/** The object of the files whose field it is, where that is another one. */
	readonly of?: {readonly kind: string; readonly name: string};
}

/** A change that may help. It is offered only where it does help, on a copy of the cluster. */
export type Candidate =
	| FileChange
	/** Several changes that help only together. */
	| {readonly changes: readonly FileChange[]}
	/** Another line, from 1, in a file that kubectl cannot read. */
	| {readonly file: string; readonly line: number; readonly text: string}
	/** A command line that begins with `kubectl`. */
	| {readonly command: string}
	/** A node that is added. */
	| {readonly node: Pick<SimulatedNode, 'capacity'> & {readonly words: Saying}};

/** The problem of an object: Kubernetes' words, the field that they concern, and possible fixes. */
export interface Finding {
	/** Name of the symptom, which a fix has to remove. */
	readonly symptom: string;
	/** In Kubernetes' words, if it has any. */
	readonly message: Said;
	/** Path of the field in the stuck object; of a Pod's, from its `spec` on. */
	readonly field?: FieldPath;
	/** The field is one of the Pod, or of the template that Pods are made from. */
	readonly ofPod?: boolean;
	/** Beginning of the stage of the stops that decide, if the message alone does not identify them. */
	readonly stage?: string;
	/** The object's form from the deciding moment on, if no message identifies that moment. */
	readonly since?: (object: unknown) => boolean;
	/** Helpful facts, a sentence each. */
	readonly advice: readonly Said[];
	/** The cheapest first. */
	readonly candidates?: readonly Candidate[];
	/** Its actual place, if that is another object of the files. */
	readonly elsewhere?: {readonly kind: string; readonly name: string; readonly field: FieldPath};
	/** Another object of the files where the mistake may be as well: both places are reported. */
	readonly beside?: {readonly kind: string; readonly name: string; readonly field: FieldPath};
	/** The container of the Pod: its unanswered request to the network is the reason. */
	readonly container?: {readonly name: string; readonly field: FieldPath};
	/** It follows from the objects. A client that was refused in the run shows more, and is reported first. */
	readonly isUntried?: boolean;
	/** A warning: no request fails because of it. */
	readonly isRemark?: boolean;
}

/** A finding and the ledger key of the object that it is about. */
export interface Blockage extends Finding {
	readonly key: string;
}

/** The cluster and its time. */
export interface Scene {
	readonly ledger: Reader;
	/** Milliseconds since 1970. */
	readonly wallMs: number;
	/** The network plug-in lets everything pass, regardless of NetworkPolicies. */
	readonly ignoresPolicies?: boolean;
	/** The running container of a Pod that waits in a loop for an answer that does not arrive; unknown for the past. */
	readonly waitingIn?: (pod: Pod, key: string) => PodContainer | undefined;
	/** The running container of a Pod whose requests were answered, and are not any more; unknown for the past. */
	readonly lostIn?: (pod: Pod, key: string) => PodContainer | undefined;
}
