import test from 'ava';
import type {Command} from 'commander';
import {isEnglish} from '../../testing/catalogue.js';
import {runCommand} from '../../testing/command-line.js';
import {width} from '../../screen/paint/text.js';
import {kindTexts} from '../chaos/plans.js';
import {asked, shipped, varied} from '../explore/words.js';
import {untranslatedTexts} from '../untranslated.js';
import {createProgram, exitCodes} from '../program.js';
import {helpTexts} from './texts.js';
import {helpKey} from './translated.js';

const program = createProgram({stdout() {}, stderr() {}, stdin: () => new Uint8Array(), screen: false}, () => {});

/** Every text in the help of a command and of its subcommands. */
const textsOf = (command: Command): readonly string[] => [
	command.description(),
	...command.options.map(({description}) => description),
	...command.registeredArguments.map(({description}) => description),
	...command.commands.flatMap((one) => textsOf(one)),
];

const all = [
	...textsOf(program),
	...exitCodes.map(([, meaning]) => meaning),
	...[...varied, ...asked, ...shipped].map(([, what]) => what),
	...Object.values(kindTexts),
]
	.filter((text) => text !== '')
	.map((text) => helpKey(text));

const english = Object.keys(helpTexts.ru);

test('every translation of help is of a text of help; a text without one is reported', (t) => {
	t.deepEqual(
		untranslatedTexts('ru', all).filter((text) => text.startsWith('help')),
		[...new Set(all.filter((text) => !english.includes(text)))].map((text) => `help "${text}"`),
	);
	const framing = new Set(english.filter((text) => /:\s?$/.test(text) || /^(?:display|show) help for/.test(text)));
	t.deepEqual(
		english.filter((text) => !all.includes(text) && !framing.has(text)),
		[],
	);
});

for (const language of ['zh', 'ru'] as const) {
	test(`help says nothing in English in ${language}, and fits 80 columns`, async (t) => {
		for (const [text, told] of Object.entries(helpTexts[language])) {
			t.not(told, text);
			t.false(isEnglish(told), told);
		}

		for (const command of ['', 'run', 'trace', 'lesson', 'serve', 'lessons check']) {
			const words = command === '' ? [] : command.split(' ');
			const {out, code} = await runCommand(['--lang', language, ...words, '--help'], '', 80);
			t.is(code, 0);
			t.deepEqual(
				out.split('\n').filter((line) => width(line) > 80),
				[],
			);
			t.false(/Usage:|Options:|display help/.test(out), out);
		}
	});
}
