import type {OpenGuess} from '../state/parts.js';
import {cut, line, type Line, type Segment} from '../paint/text.js';
import {shorten, wrapRow} from '../paint/text-layout.js';

/** The question of the guessing game: each answer has a row, or, without room, all are in sequence in one. */
export const guessRows = ({question, at}: OpenGuess, columns: number, limit: number): Line[] => {
	const {text, options} = question;
	const asks = line(` ${cut(text, columns - 2)}`, 'key');
	const answer = (option: string, index: number, room: number): Segment => ({
		text: `${index === at ? '▸' : ' '}${index + 1} ${shorten(option, room)}`,
		tone: index === at ? 'here' : 'plain',
		target: {key: String(index + 1)},
	});
	if (limit > options.length) {
		return [asks, ...options.map((option, index): Line => [answer(option, index, columns - 4)])];
	}

	const room = Math.max(1, Math.floor(columns / options.length) - 4);
	const together = wrapRow(
		options.map((option, index) => {
			const {text: words, ...rest} = answer(option, index, room);
			return {...rest, text: `${words} `};
		}),
		columns,
	);
	return [asks, ...together].slice(0, Math.max(1, limit));
};
