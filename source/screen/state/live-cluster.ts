import type {Input} from '../../cluster.js';
import type {Recording} from '../../debugger/recording.js';
import type {Session} from '../../debugger/session.js';
import type {Stop} from '../../kernel/stop.js';
import type {Scenario} from '../../scenario/scenario.js';

/** A simulation for real clients: it follows the wall clock, except while it is held; then their requests wait. */
export interface LiveCluster {
	/** The recording of the clients' cluster; other futures belong only to the user. */
	readonly recording: Recording<Scenario, Input>;
	/** `https://127.0.0.1:6443` */
	readonly address: string;
	/** The stop that holds it; `undefined` while it runs. */
	readonly held: Stop | undefined;
	/** Its breakpoints, and its logpoints' output so far. */
	readonly session: Session;
	/** The number of clients' requests so far, and of those in progress. */
	readonly clients: {readonly count: number; readonly open: number};
	readonly hold: () => void;
	readonly run: () => void;
	/** Performs work that may record more stops; clients' requests wait for its end. */
	readonly during: <T>(act: () => T) => T;
	/** Sets the breakpoints that apply from now on. */
	readonly use: (session: Session) => void;
}
