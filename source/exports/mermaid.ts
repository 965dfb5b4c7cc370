import {printable} from '../scenario/mistake.js';
import type {Export} from './export.js';
import {messagesOf, type Message} from './messages.js';
import {inOrder} from './participant.js';
import {formatTime} from './stop-line.js';
import {extentOf, omission, titleOf, type Stretch} from './stretch.js';
import {exportWords} from './words/words.js';

/** The limit of a diagram: a longer one is not readable, and Mermaid draws no text of more than 50,000 characters. */
const mostMessages = 150;
const mostCharacters = 45_000;

/** The longest text of a message. */
const longest = 160;

/** Text without special characters of Mermaid or HTML: these are written as their numbers. */
const literal = (text: string): string => {
	const line = printable(text).replaceAll(/\s+/g, ' ').trim();
	const short = [...line].length > longest ? `${[...line].slice(0, longest - 1).join('')}…` : line;
	return short.replaceAll(/[^\p{L}\p{N} ./:,()=?'*!_…✗+-]/gu, (character) => `#${character.codePointAt(0)};`) || '-';
};

const arrows = {call: '->>', answer: '-->>', delivery: '-)'} as const;

/** A message as a line of a sequence diagram. */
const lineOf = ({kind, from, to, text, failed}: Message, idOf: (participant: string) => string): string => {
	const said = literal(`${failed ? '✗ ' : ''}${text}`);
	return kind === 'note'
		? `    Note over ${idOf(from)}: ${said}\n`
		: `    ${idOf(from)}${failed && kind === 'answer' ? '--x' : arrows[kind]}${idOf(to)}: ${said}\n`;
};

/** A Mermaid sequence diagram: components as participants, requests and deliveries as messages. @see https://mermaid.js.org/syntax/sequenceDiagram.html */
export const exportMermaid = (stretch: Stretch): Export => {
	const told: Message[] = [];
	let all = 0;
	let characters = 0;
	for (const message of messagesOf(stretch)) {
		all++;
		const line = lineOf(message, () => 'p00');
		if (told.length < mostMessages && told.length === all - 1 && characters + line.length < mostCharacters) {
			told.push(message);
			characters += line.length;
		}
	}

	const words = exportWords(stretch.language);
	const order = inOrder(told.flatMap(({from, to}) => [from, to]));
	const ids = new Map(order.map((name, index) => [name, `p${index}`]));
	const omitted = omission(told.length, all, words.firstMessages);
	return {
		omitted,
		*chunks() {
			yield `%% ${titleOf(stretch).replaceAll(/[{}]/g, '')}\n%% ${extentOf(stretch)}\nsequenceDiagram\n`;
			for (const [name, id] of ids) {
				yield `    participant ${id} as ${literal(name)}\n`;
			}

			let atMs: number | undefined;
			for (const message of told) {
				const {timeMs} = message.stop;
				if (timeMs !== atMs && order[0] !== undefined) {
					// A time is shown above the participants once it has passed.
					const over = order.length > 1 ? `p0,p${order.length - 1}` : 'p0';
					yield atMs === undefined || timeMs - atMs >= 50
						? `    Note over ${over}: ${literal(words.seconds(formatTime(timeMs - stretch.fromMs)))}\n`
						: '';
					atMs = timeMs;
				}

				yield lineOf(message, (name) => ids.get(name) ?? 'p0');
			}

			if (omitted !== undefined && order.length > 0) {
				yield `    Note over p0: ${literal(`… ${omitted}`)}\n`;
			}
		},
	};
};
