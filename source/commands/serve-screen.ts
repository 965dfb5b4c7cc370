import type {Live} from '../terminal/live.js';
import type {Start} from '../terminal/start-state.js';
import type {Served} from './serve.js';

/** What is served, as the screen steers it. */
export const liveOf = ({recording, pace, hold, face, address}: Served): Live => ({
	recording,
	address,
	get held() {
		return pace.held;
	},
	get session() {
		return hold.session;
	},
	get clients() {
		const {count, open} = face.clients;
		return {count, open};
	},
	hold() {
		pace.hold();
	},
	run() {
		pace.run();
	},
	during: (act) => pace.during(act),
	use(session) {
		hold.use(session);
	},
});

/** How the screen opens on what is served. */
export const openServed = (served: Served): Start => {
	const at = served.recording.stops.length - 1;
	return {
		view: 'recording',
		recording: served.recording,
		cursor: at,
		start: at,
		session: served.hold.session,
		live: liveOf(served),
		message: `In another terminal: ${served.exported}`,
	};
};
