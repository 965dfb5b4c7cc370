import type {Box} from '../../screen/panes/board/boxes.js';
import type {Board} from '../../screen/panes/board/model.js';
import {plainText} from '../../screen/paint/text.js';

/** A text as a screen reader says it: without the marks that only the eye needs. */
const spoken = (text: string): string =>
	text
		.replaceAll(/[▣▸◆·●]/g, ' ')
		.replaceAll('✓', ' ✓')
		.replaceAll(/\s+/g, ' ')
		.trim();

const podWords = ({pods = []}: Box): readonly string[] =>
	pods.slice(0, 20).map(({name, ready, phase}) => `${name} ${ready} ${phase}`);

/** A box as a sentence: its name, its action, its Pods. */
const boxWords = (box: Box, token: Board['token']): string => {
	const said = [
		...(box.holds && token ? [token.label] : []),
		...(box.head ? [plainText(box.head)] : []),
		...(box.flow.length > 0 ? [box.flow.map(({text}) => text).join(', ')] : []),
		...box.rows.map(({parts}) => plainText(parts)),
		...podWords(box),
	];
	return `${box.title}${box.note === undefined ? '' : `, ${box.note}`}: ${said
		.map((text) => spoken(text))
		.filter((text) => text !== '')
		.join('; ')}`;
};

/** A board in words, a sentence for each box: the one that acts first. */
export const boardWords = ({boxes, token}: Board): readonly string[] =>
	[...boxes.filter(({acts}) => acts), ...boxes.filter(({acts}) => !acts)].map((box) => boxWords(box, token));
