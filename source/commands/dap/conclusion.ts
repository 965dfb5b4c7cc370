import {printable} from '../../scenario/mistake.js';
import {explanationLines, type Look} from '../explanation-lines.js';
import {cutWords} from '../cut-words.js';
import {commandWords} from '../words/words.js';
import {concluded, runUntilSettled, type Applied} from '../run-manifests.js';

/** The outcome of the manifests once the cluster has settled, with help for those that failed. */
export const conclusionOf = (applied: Applied): {readonly text: string; readonly isWell: boolean} => {
	const language = 'en';
	const {state, exitCode, objects, findings, cut} = concluded(applied, runUntilSettled(applied), language);
	const look: Look = {fromMs: applied.fromMs, language, columns: 100};
	const lines = [
		...objects.map(({name, words}) => `${name}: ${words}`),
		...findings.flatMap((finding) => ['', ...explanationLines(finding, look)]),
		...(cut ? ['', cutWords(cut, language)] : []),
		commandWords(language).end.states[state],
	];
	return {text: lines.map(printable).join('\n'), isWell: exitCode === 0};
};
