/** Facts of the stops of KWOK, which simulates the lifecycle of nodes without machines, and of their Pods. */
export interface KwokFacts {
	'kwok.start': {readonly version: string};
	/** A Node asks for KWOK, or does not any more. */
	'kwok.node': {readonly name: string; readonly managed: boolean};
	/** The next Stage of an object. */
	'kwok.match': {
		readonly kind: string;
		readonly name: string;
		readonly stage: string;
		/** The number of matching Stages. */
		readonly among: number;
		readonly delayMs: number;
	};
	'kwok.play': {
		readonly kind: string;
		readonly name: string;
		readonly stage: string;
		/** Its steps, in order. */
		readonly steps: ReadonlyArray<'event' | 'finalizers' | 'patch' | 'delete'>;
	};
	/** A Stage that cannot be used, or whose change is refused. */
	'kwok.failed': {
		readonly kind: string;
		readonly name: string;
		readonly stage?: string;
		readonly message: string;
		/** The pause until the next attempt, if any. */
		readonly pauseMs?: number;
	};
	'kwok.lease':
		| {readonly case: 'renew'; readonly node: string}
		| {readonly case: 'refused'; readonly node: string; readonly reason: string; readonly message: string};
}
