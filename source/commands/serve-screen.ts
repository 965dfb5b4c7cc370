import type {LiveCluster} from '../screen/state/live-cluster.js';
import type {Start} from '../screen/start.js';
import type {LanguageName} from '../stages/language-names.js';
import type {Served} from './served.js';
import {commandWords} from './words/words.js';

/** The cluster that is served, as the screen or an editor steers it. */
export const liveClusterOf = ({recording, pace, hold, face, address}: Served): LiveCluster => ({
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

/** The start of the screen on a served cluster. */
export const startOfServed = (served: Served, language: LanguageName): Start => {
	const at = served.recording.stops.length - 1;
	return {
		view: 'recording',
		recording: served.recording,
		cursor: at,
		start: at,
		session: served.hold.session,
		live: liveClusterOf(served),
		message: commandWords(language).serve.elsewhere(served.exported),
	};
};
