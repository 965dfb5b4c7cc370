import type {CallFault, DeliveryFault} from '../../objects/fault.js';

/** Facts of the user's actions on the cluster. */
export interface ClusterFacts {
	'fault.*': {
		readonly process: string;
		/** Whether no process of this name was started yet. */
		readonly isUnknown?: true;
		/** The process whose memory it shares, and which therefore ends and starts with it. */
		readonly root?: string;
	};
	/** The requests of a client are disturbed from now on. */
	'fault.requests': {
		readonly from: string;
		/** Milliseconds; until it is healed, if absent. */
		readonly forMs?: number;
		readonly fail?: string;
		readonly share?: number;
		readonly delayMs?: number;
		/** The verb to which the fault is limited. */
		readonly verb?: string;
		readonly resource?: string;
		readonly number?: number;
	};
	/** One disturbed request. */
	'fault.request': {
		readonly client: string;
		readonly method: string;
		readonly path: string;
		readonly fail?: string;
		readonly delayMs: number;
	};
	/** Open watches end. */
	'fault.watches': {
		readonly of: string;
		/** Plural name; all if absent. */
		readonly resource?: string;
		readonly end: 'closed' | 'expired';
		readonly count: number;
	};
	/** A process, or all of a node, is paused. */
	'fault.pause': {
		readonly target: string;
		/** The number of processes, without their children. */
		readonly count: number;
		readonly forMs?: number;
	};
	/** The work of a process, component or node takes longer. */
	'fault.slow': {
		readonly target: string;
		readonly factor: number;
		readonly forMs?: number;
	};
	/** Two ends do not reach each other. */
	'fault.partition': {
		readonly a: string;
		readonly b: string;
		/** The clients whose requests are affected; empty between nodes. */
		readonly clients: readonly string[];
		readonly forMs?: number;
	};
	/** Events are disturbed on their way to watchers. */
	'fault.deliveries': {
		readonly of: string;
		readonly resource?: string;
		readonly change: DeliveryFault['change'];
		readonly delayMs?: number;
		readonly behind?: string;
		readonly forMs?: number;
	};
	/** The clock of a node is wrong. */
	'fault.clock': {readonly node: string; readonly byMs: number; readonly forMs?: number};
	/** A node has little disk or memory left. */
	'fault.shortage': {
		readonly node: string;
		readonly of: 'disk' | 'memory';
		readonly free: string;
		readonly forMs?: number;
	};
	/** A process of a container receives a signal. */
	'fault.kill': {readonly pod: string; readonly container: string; readonly pid: number; readonly signal: string};
	/** Calls of kubelets fail. */
	'fault.calls': {
		readonly node: string;
		readonly call: CallFault['call'];
		readonly times?: number;
		readonly forMs?: number;
	};
	/** A node loses its power, or has it again. */
	'fault.power': {
		readonly node: string;
		readonly isOn: boolean;
		readonly forMs?: number;
		/** Whether its system has shut down in order. */
		readonly isOrderly?: true;
	};
	/** A node is going to shut down, with the longest delay in milliseconds. */
	'fault.shutdown': {readonly node: string; readonly delayMs: number; readonly forMs?: number};
	/** Something that lasted is over. */
	'fault.end': {
		/** The words of the fault. */
		readonly words: string;
		readonly why: 'time' | 'healed';
	};
	/** A lasting fault is to end. */
	'fault.heal': {
		readonly what?: string;
		/** The number of faults that end. */
		readonly count: number;
	};
	/** A fault that happens later. */
	'fault.plan': {
		readonly words: string;
		readonly afterMs?: number;
		/** The words of a breakpoint. */
		readonly when?: string;
	};
	/** The target of a fault does not exist. */
	'fault.refused': {
		readonly words: string;
		readonly message: string;
	};
}
