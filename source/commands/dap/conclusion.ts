import {printable} from '../../scenario/mistake.js';
import {explanationLines, type Look} from '../explanation-lines.js';
import {concluded, runUntilSettled, type Applied} from '../run-manifests.js';

/** How the manifests have fared once all has settled, and what helps where they have not. */
export const conclusionOf = (applied: Applied): {readonly text: string; readonly isWell: boolean} => {
	const language = 'en';
	const {verdict, objects, explanations} = concluded(applied, runUntilSettled(applied), language);
	const look: Look = {fromMs: applied.fromMs, language, columns: 100};
	const lines = [
		...objects.map(({name, words}) => `${name}: ${words}`),
		...explanations.flatMap((explanation) => ['', ...explanationLines(explanation, look)]),
		verdict,
	];
	return {text: lines.map(printable).join('\n'), isWell: verdict === 'done'};
};
