import type {NodeMatrix, QueueCounts, QueuePlace, PluginName, ScoreRow} from '../../objects/scheduling.js';

/** The event that wakes unschedulable Pods: an object that was added, changed or deleted. */
interface Waking {
	readonly kind: string;
	/** `namespace/name`, or the name. */
	readonly key: string;
	/** The actual or assumed node of a Pod. */
	readonly node: string | undefined;
	/** The scheduler no longer assumes that the Pod is on the node. */
	readonly isAssumed: boolean;
}

type Place = QueuePlace | 'gone';

/** The facts of stops in the scheduling queue. */
type QueueFacts =
	| {
			readonly case: 'start';
			readonly counts: QueueCounts;
			/** The contents of an old Policy file, and the release that no longer reads one. */
			readonly policy?: {
				readonly filters: readonly PluginName[];
				readonly scores: readonly PluginName[];
				readonly removedIn: string;
			};
			/** The profiles of its configuration, each with its plug-ins; the weights are parallel to the scores. */
			readonly profiles?: ReadonlyArray<{
				readonly schedulerName: string;
				readonly filters: readonly PluginName[];
				readonly scores: readonly PluginName[];
				readonly weights: readonly number[];
			}>;
	  }
	/** A Pod without a node joins the queue. */
	| {
			readonly case: 'add';
			readonly place: Place;
			readonly counts: QueueCounts;
			readonly priority: number;
			/** The plug-ins that gate it. */
			readonly gatedBy: readonly string[];
	  }
	/** The Pod requests a different scheduler. */
	| {readonly case: 'foreign'; readonly schedulerName: string; readonly own: string}
	/** The Pod is removed from the queue for scheduling. */
	| {
			readonly case: 'next';
			/** The number of this attempt, from 1. */
			readonly attempts: number;
			/** Time since it entered its last part of the queue, and since it joined the queue. */
			readonly waitedMs: number;
			readonly sinceFirstMs: number;
			readonly counts: QueueCounts;
			/** The profile that it names, where the scheduler has several. */
			readonly profile?: string;
	  }
	/** Why it leaves the queue without a node from this scheduler. */
	| {readonly case: 'deleting'}
	| {readonly case: 'gone'}
	| {readonly case: 'placed'; readonly node: string | undefined}
	| {readonly case: 'obsolete'}
	/** The Pod was changed, which may move it in the queue. */
	| {readonly case: 'update'; readonly from: Place; readonly to: Place}
	/** An attempt failed. */
	| {
			readonly case: 'failure';
			readonly place: Place;
			readonly message: string;
			readonly refusedBy: readonly string[];
			/** Time until the next attempt, in milliseconds. */
			readonly backoffMs: number;
			readonly counts: QueueCounts;
	  }
	/** An event may let unschedulable Pods fit. */
	| {
			readonly case: 'wake';
			readonly pods: readonly string[];
			/** `nodes ADDED`. */
			readonly event: string;
			readonly action: 'ADDED' | 'MODIFIED' | 'DELETED';
			readonly by: Waking;
			readonly places: readonly Place[];
	  }
	/** Back-offs have ended, or Pods have been unschedulable for five minutes. */
	| {readonly case: 'flush'; readonly pods: readonly string[]}
	/** The apiserver refuses the Pod's condition. */
	| {readonly case: 'status-refused'; readonly reason: string; readonly message: string};

/** Facts of the stops in the scheduler. */
export interface SchedulerFacts {
	'scheduler.queue': QueueFacts;
	'scheduler.prefilter': {
		readonly nodes: number;
		/** Plug-ins that will check the nodes, and those that skip this Pod. */
		readonly active: readonly string[];
		readonly skipped: readonly string[];
		/** Only these nodes are considered; `undefined` for all. */
		readonly nodeNames: readonly string[] | undefined;
		/** The plug-in that refuses the Pod before any node is considered, and the reason. */
		readonly plugin: PluginName | undefined;
		readonly reasons: readonly string[] | undefined;
	};
	'scheduler.filter.*': {
		readonly plugin: PluginName;
		readonly nodes: readonly string[];
		/** The results, parallel to the nodes: `passed`, the reason of a failure, or an empty string if not checked. */
		readonly verdicts: readonly string[];
		readonly refused: readonly string[];
		/** Each reason once. */
		readonly reasons: readonly string[];
		/** The number of remaining nodes. */
		readonly left: number;
		readonly matrix: NodeMatrix;
	};
	'scheduler.extender':
		/** A server is queried about these nodes. */
		| {readonly case: 'asks'; readonly url: string; readonly nodes: readonly string[]}
		| {
				readonly case: 'filters';
				readonly url: string;
				readonly refused: readonly string[];
				/** Each reason once. */
				readonly reasons: readonly string[];
				readonly left: readonly string[];
		  }
		| {
				readonly case: 'scores';
				readonly url: string;
				readonly weight: number;
				readonly nodes: readonly string[];
				/** The scores from 0 to 10, parallel to the nodes. */
				readonly points: readonly number[];
				/** The points that count in the totals. */
				readonly added: readonly number[];
		  }
		| {readonly case: 'fails'; readonly url: string; readonly message: string; readonly ignored: boolean};
	'scheduler.postfilter':
		| {
				readonly case: 'plan';
				/** The full message for the Pod that fits nowhere. */
				readonly message: string;
				readonly matrix: NodeMatrix;
				readonly candidates: ReadonlyArray<{
					readonly node: string;
					readonly victims: readonly string[];
					/** The number of them that a PodDisruptionBudget protects. */
					readonly violations: number;
				}>;
				/** The Pods to evict, and the node where they make room; `undefined` if evicting Pods would not help. */
				readonly victims: readonly string[] | undefined;
				readonly nominated: string | undefined;
		  }
		| {
				readonly case: 'evict';
				readonly plugin: 'DefaultPreemption';
				readonly victim: string;
				readonly node: string;
				/** The Pod that needs the place, and its priority. */
				readonly preemptor: string;
				readonly priority: number;
		  }
		/** A claim that no Pod uses loses its devices. */
		| {
				readonly case: 'deallocate';
				readonly plugin: 'DynamicResources';
				/** `namespace/name`. */
				readonly claim: string;
				readonly devices: readonly string[];
		  };
	'scheduler.prescore': {
		/** The nodes that fit the Pod. */
		readonly nodes: readonly string[];
		/** Plug-ins that will score them, and those that skip this Pod. */
		readonly scoring: readonly string[];
		readonly skipped: readonly string[];
	};
	'scheduler.score.*': {
		readonly plugin: PluginName;
		readonly weight: number;
		/** The scoring strategy of NodeResourcesFit, if it is not LeastAllocated. */
		readonly strategy?: string;
		readonly nodes: readonly string[];
		/** Parallel to the nodes. */
		readonly raw: ScoreRow;
		readonly normalised: ScoreRow;
		readonly weighted: ScoreRow;
		readonly matrix: NodeMatrix;
	};
	'scheduler.select':
		| {readonly case: 'only'; readonly node: string; readonly matrix: NodeMatrix}
		| {
				readonly case: 'best';
				readonly node: string;
				/** The nodes with the highest total. */
				readonly candidates: readonly string[];
				/** The rule that decides between equal nodes. */
				readonly ties: 'first' | 'random';
				readonly totals: ScoreRow;
				readonly matrix: NodeMatrix;
		  };
	'scheduler.reserve': {
		readonly node: string;
		/** The resources that the Pod requests: CPU in thousandths, memory in bytes. */
		readonly requests: Readonly<Record<string, number>>;
		readonly volumes: readonly string[];
		/** `driver/pool/device` of its claims' devices. */
		readonly devices?: readonly string[];
		/** The number of Pods assumed on nodes and not yet confirmed. */
		readonly assumed: number;
	};
	'scheduler.permit': {readonly node: string; readonly plugins: readonly string[]};
	'scheduler.prebind':
		| {
				readonly case: 'plan';
				readonly node: string;
				/** Volumes to be bound, and claims that need new volumes. */
				readonly bind: readonly string[];
				readonly provision: readonly string[];
				/** ResourceClaims with new devices, or one more user. */
				readonly claims?: readonly string[];
		  }
		/** A claim is protected from being deleted while it has devices. */
		| {
				readonly case: 'protect';
				readonly plugin: 'DynamicResources';
				/** `namespace/name`. */
				readonly claim: string;
				readonly finalizer: string;
		  }
		/** The Pod could not be bound, and is not a user of the claim any more. */
		| {
				readonly case: 'unreserve';
				readonly plugin: 'DynamicResources';
				/** `namespace/name`. */
				readonly claim: string;
		  }
		/** A claim receives devices, or one more user. */
		| {
				readonly case: 'claim';
				readonly plugin: 'DynamicResources';
				/** `namespace/name`. */
				readonly claim: string;
				/** The devices as `driver/pool/device`; empty if the claim already has its devices. */
				readonly devices: readonly string[];
				/** The Pods that use it. */
				readonly reservedFor: readonly string[];
		  }
		| {
				readonly case: 'bind';
				readonly plugin: 'VolumeBinding';
				readonly volume: string;
				readonly claimRef: {readonly namespace?: string; readonly name?: string} | undefined;
		  }
		| {
				readonly case: 'provision';
				readonly plugin: 'VolumeBinding';
				/** `namespace/name` of the claim. */
				readonly claim: string;
				readonly node: string;
				readonly annotation: Readonly<Record<string, string>>;
		  };
	'scheduler.bind':
		| {readonly case: 'post'; readonly plugin: 'DefaultBinder'; readonly request: unknown; readonly node: string}
		| {readonly case: 'done'; readonly node: string; readonly result: 'bound'; readonly attempts: number}
		| {readonly case: 'failure'; readonly node: string; readonly message: string};
}
