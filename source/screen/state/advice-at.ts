import type {Advice} from './parts.js';
import type {State} from './state.js';

/** What is known about a step of the future on the screen: what was said about another holds as far as both are the same run. */
export const adviceAt = ({manifests, recording}: State, step: number): readonly Advice[] =>
	manifests.advice.filter(
		(advice) =>
			advice.step === step &&
			(advice.recording === recording || advice.recording.fingerprintAt(step) === recording.fingerprintAt(step)),
	);
