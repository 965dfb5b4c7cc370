import type {Input} from '../../cluster.js';
import type {Recording} from '../../debugger/recording.js';
import type {Session} from '../../debugger/session.js';
import type {Stop} from '../../kernel/stop.js';
import type {Scenario} from '../../scenario/scenario.js';

/** A simulation that real clients talk to: it follows the wall clock, except while it is held. Meanwhile their requests hang. */
export interface LiveCluster {
	/** The one that clients talk to; other futures are the user's alone. */
	readonly recording: Recording<Scenario, Input>;
	/** `https://127.0.0.1:6443` */
	readonly address: string;
	/** The stop that holds it; `undefined` while it runs. */
	readonly held: Stop | undefined;
	/** Its breakpoints, and what its logpoints said, as they are after what has happened so far. */
	readonly session: Session;
	/** How many requests clients have made so far, and how many of them have not ended yet. */
	readonly clients: {readonly count: number; readonly open: number};
	readonly hold: () => void;
	readonly run: () => void;
	/** Does what may record more stops; what clients send meanwhile waits for its end. */
	readonly during: <T>(act: () => T) => T;
	/** Sets the breakpoints that apply from now on. */
	readonly use: (session: Session) => void;
}
