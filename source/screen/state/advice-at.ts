import type {Advice} from './parts.js';
import type {State} from './state.js';

/** The advice about a step of the future on the screen: advice about another future is valid while both are the same run. */
export const adviceAt = ({manifests, recording}: State, step: number): readonly Advice[] =>
	manifests.advice.filter(
		(advice) =>
			advice.step === step &&
			(advice.recording === recording || advice.recording.fingerprintAt(step) === recording.fingerprintAt(step)),
	);
