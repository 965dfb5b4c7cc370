import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {must} from '../testing/must.js';
import type {Argument, Command} from 'commander';
import {readScenario} from '../scenario/scenario.js';
import {createProgram, exitCodes} from './program.js';

const file = new URL('../../README.md', import.meta.url);
const readme = readFileSync(file, 'utf8');

const program = createProgram({stdout() {}, stderr() {}, stdin: () => new Uint8Array(), screen: false}, () => {});

const argumentWord = (argument: Argument): string => {
	const word = `${argument.name()}${argument.variadic ? '…' : ''}`;
	return argument.required ? `<${word}>` : `[${word}]`;
};

const pathOf = (command: Command): string =>
	command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

/** A command, its flags and the commands below it: what is written, and what it does. */
const rowsOf = (command: Command): ReadonlyArray<readonly [string, string]> => [
	[
		[
			pathOf(command),
			...command.registeredArguments.filter((argument) => argument.name() !== 'command').map(argumentWord),
		].join(' '),
		command === program ? 'the home screen: lessons, your manifests, free play, recordings' : command.description(),
	],
	...command.options
		.filter(({long}) => long !== '--version')
		.map(({flags, description}) => [`  ${flags}`, description] as const),
	...command.commands.filter((one) => one.name() !== 'help').flatMap((one) => rowsOf(one)),
];

const section = (): string => {
	const rows = rowsOf(program);
	const width = Math.max(...rows.map(([words]) => words.length));
	return [
		'```',
		...rows.map(([words, what]) => `${words.padEnd(width)}  ${what}`),
		'```',
		'',
		`Exit codes: ${exitCodes.map(([code, meaning]) => `${code} ${meaning}`).join(', ')}.`,
	].join('\n');
};

const between = /(?<=<!-- commands -->\n\n)[\s\S]*?(?=\n*<!-- \/commands -->)/;

test('the README lists every command, flag and exit code as the program has them', (t) => {
	if (process.env.UPDATE_SNAPSHOTS) {
		writeFileSync(
			file,
			readme.replace(between, () => `${section()}\n\n`).replace(/\n{3,}(<!-- \/commands -->)/, '\n\n$1'),
		);
		t.pass();
		return;
	}

	t.is(between.exec(readme)?.[0], section());
});

test('the cluster in the README is one that is read without a mistake', (t) => {
	const [, source] = must(/```yaml\n([\s\S]*?)```/.exec(readme), 'cluster in the README');
	t.notThrows(() => readScenario(must(source, 'YAML'), 'README.md'));
});

test('the fidelity table names places that mark a simplification, and every part of the project that marks one has its row', (t) => {
	const source = fileURLToPath(new URL('../../source/', import.meta.url));
	const marking = readdirSync(source, {recursive: true, encoding: 'utf8'})
		.map((name) => name.replaceAll(path.sep, '/'))
		.filter(
			(name) => /(?<!\.test)\.ts$/.test(name) && readFileSync(path.join(source, name), 'utf8').includes('Simplified:'),
		);
	const table = readme.slice(readme.indexOf('## Fidelity'));
	const named = [...table.matchAll(/`source\/([\w/-]+(?:\/|\.ts))`/g)].flatMap(([, place]) => place ?? []);
	t.deepEqual(
		named.filter((place) => !marking.some((name) => name.startsWith(place))),
		[],
	);
	const parts = [...new Set(marking.map((name) => name.split('/')[0]))];
	t.deepEqual(
		parts.filter((part) => !named.some((place) => place === part || place.startsWith(`${part}/`))),
		[],
	);
});
