import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import type {Argument, Command} from 'commander';
import {checkPart, readPage} from '../testing/documents.js';
import {changedBehaviour, unfollowedBehaviour, type ChangedBehaviour} from '../objects/versions/changed-behaviour.js';
import {readScenario} from '../scenario/scenario.js';
import {createProgram, exitCodes} from './program.js';

const program = createProgram({stdout() {}, stderr() {}, stdin: () => new Uint8Array(), screen: false}, () => {});

const argumentWord = (argument: Argument): string => {
	const word = `${argument.name()}${argument.variadic ? '…' : ''}`;
	return argument.required ? `<${word}>` : `[${word}]`;
};

const pathOf = (command: Command): string =>
	command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

/** A command, its flags and its subcommands: the documentation, and the implementation. */
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
	...command.commands.flatMap((one) => rowsOf(one)),
];

const section = (): string => {
	const rows = rowsOf(program);
	const width = Math.max(...rows.map(([words]) => words.length));
	return [
		'```',
		...rows.map(([words, what]) => `${words.padEnd(width)}  ${what}`),
		'```',
		'',
		'## Exit codes',
		'',
		...exitCodes.map(([code, meaning]) => `- \`${code}\`: ${meaning}`),
	].join('\n');
};

test('the manual lists every command, flag and exit code as the program has them', (t) => {
	checkPart(t, 'source/manual/commands.md', 'commands', section());
});

const changeRow = ({says, pull, gate}: ChangedBehaviour, isFollowed: boolean): string =>
	`| ${says} | ${gate ?? '–'} | [#${pull}](https://github.com/kubernetes/kubernetes/pull/${pull}) | ${isFollowed ? 'yes' : 'no'} |`;

test('the manual lists the changes of a later version, and whether the simulation follows them', (t) => {
	const followed: readonly ChangedBehaviour[] = Object.values(changedBehaviour);
	const rows = [
		...followed.map((change) => changeRow(change, true)),
		...unfollowedBehaviour.map((change) => changeRow(change, false)),
	];
	const table = ['| change | feature gate | pull request | followed |', '| --- | --- | --- | --- |', ...rows].join(
		'\n',
	);
	const essence = (text: string): string => text.replaceAll(/ *\| */g, '|').replaceAll(/-+/g, '-');
	checkPart(t, 'source/manual/versions.md', 'changed-behaviour', table, essence);
});

for (const topic of ['scenarios', 'images']) {
	test(`the scenarios on the page ${topic} are read without a mistake`, (t) => {
		const blocks = [...readPage(topic).matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, source = '']) => source);
		const scenarios = blocks.filter((source) => !source.startsWith('apiVersion: '));
		t.true(scenarios.length > 0);
		for (const source of scenarios) {
			t.notThrows(() => readScenario(source, `${topic}.md`), source);
		}
	});
}

test('the fidelity table names places that mark a simplification, and every part of the project that marks one has its row', (t) => {
	const source = fileURLToPath(new URL('../../source/', import.meta.url));
	const marking = readdirSync(source, {recursive: true, encoding: 'utf8'})
		.map((name) => name.replaceAll(path.sep, '/'))
		.filter(
			(name) => /(?<!\.test)\.ts$/.test(name) && readFileSync(path.join(source, name), 'utf8').includes('Simplified:'),
		);
	const table = readPage('fidelity');
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
