import type {ApiserverFacts} from './facts/apiserver.js';
import type {ClientFacts} from './facts/client.js';
import type {ClusterFacts} from './facts/cluster.js';
import type {ControllersFacts} from './facts/controllers.js';
import type {EtcdFacts} from './facts/etcd.js';
import type {KubectlFacts} from './facts/kubectl.js';
import type {KubeletFacts} from './facts/kubelet.js';
import type {ProbeKind} from './facts/kubelet/containers.js';
import type {CRIMethod} from './facts/kubelet/runtime.js';
import type {NetworkFacts} from './facts/network.js';
import type {SchedulerFacts} from './facts/scheduler.js';

/**
The facts of each stage, as plain data: stage → facts.

A key with `*` is a family of stages with similar facts. If a stage reports several kinds of events, its facts are a union, distinguished by
`case`. Facts are small: names, numbers, words of Kubernetes, keys of the ledger.
An object in them is the same value as in the ledger or the request. They contain no prose, except text that Kubernetes itself prints.
*/
export interface StageFacts
	extends
		KubectlFacts,
		ApiserverFacts,
		EtcdFacts,
		ClientFacts,
		ControllersFacts,
		SchedulerFacts,
		KubeletFacts,
		NetworkFacts,
		ClusterFacts {}

/** The words that `*` matches in a family, by the text before it; any name for a family that is not listed. */
interface FamilyNames {
	readonly fault: 'crash' | 'restart';
	readonly cri: CRIMethod | 'Exec' | 'Attach' | 'PortForward';
	readonly 'kubelet.hook': 'postStart' | 'preStop';
	readonly 'kubelet.probe': ProbeKind;
}

type NamesOf<Prefix extends string> = Prefix extends keyof FamilyNames ? FamilyNames[Prefix] : string;

type Members<Key extends string> = Key extends `${infer Before}.*.${infer After}`
	? `${Before}.${NamesOf<Before>}.${After}`
	: Key extends `${infer Before}.*`
		? `${Before}.${NamesOf<Before>}`
		: Key;

/** A key of the catalogue: a stage, or a family of stages with `*`. */
export type StageKey = keyof StageFacts & string;

/** A stage that a stop may have: `etcd.txn`, `controller.deployment.sync`. */
export type StageId = Members<StageKey>;

/** The families to which a stage may belong: its name with one part as `*`. */
type FamiliesOf<Id extends string> = Id extends `${infer A}.${infer B}.${infer C}.${infer D}`
	? `${A}.*.${C}.${D}` | `${A}.${B}.*.${D}` | `${A}.${B}.${C}.*`
	: Id extends `${infer A}.${infer B}.${infer C}`
		? `${A}.*.${C}` | `${A}.${B}.*`
		: Id extends `${infer A}.${string}`
			? `${A}.*`
			: never;

type KeyOf<Id extends string> = Id extends StageKey ? Id : Extract<FamiliesOf<Id>, StageKey>;

// Inferred rather than looked up by StageFacts[Key]: where something is assigned to that, the compiler intersects the facts of all stages.
type FactsAt<Key extends string> = StageFacts extends {readonly [Own in Key]: infer Facts} ? Facts : never;

/** The facts of a stage's stops. */
export type FactsOf<Id extends StageId> = FactsAt<KeyOf<Id>>;
