import {asked, varied} from '../commands/explore/words.js';
import type {ExperimentWords} from '../commands/explore/experiment.js';
import type {PageWords} from './words.js';

/** An exploration in the words of the command `explore`. */
export interface Exploration {
	readonly seeds: number;
	readonly words: ExperimentWords;
}

/** The most runs in the form: a page has few threads. */
const mostSeeds = 1000;

/** The fields of the form, by the flags of the command. */
const fields = ['seeds', 'vary', 'commands', 'traffic', 'ask', 'faults'] as const;
type Field = (typeof fields)[number];

/** Examples of a field's values. */
const examples: Readonly<Record<Field, readonly string[]>> = {
	seeds: [],
	vary: varied.map(([words]) => words).filter((words) => !words.startsWith('--')),
	commands: ['rollout restart deployment web', 'delete pod web'],
	traffic: ['web:80 50ms'],
	ask: asked.map(([words]) => words),
	faults: [],
};

const listOf = (text: string): readonly string[] =>
	text
		.split(';')
		.map((part) => part.trim())
		.filter((part) => part !== '');

/** The command line of the filled form, without empty fields. */
export const explorationOf = (typed: Readonly<Record<Field, string>>): Exploration => {
	const given = (field: Field): string | undefined => typed[field].trim() || undefined;
	const [vary, commands, ask] = [listOf(typed.vary), listOf(typed.commands), listOf(typed.ask)];
	const faults = Number(given('faults') ?? 0);
	const traffic = given('traffic');
	return {
		seeds: Math.max(1, Math.min(mostSeeds, Math.floor(Number(given('seeds') ?? 0)) || 1)),
		words: {
			...(vary.length > 0 ? {vary} : {}),
			...(commands.length > 0 ? {commands} : {}),
			...(traffic === undefined ? {} : {traffic}),
			...(ask.length > 0 ? {ask} : {}),
			...(faults > 0 ? {faults: Math.min(mostSeeds, Math.floor(faults))} : {}),
		},
	};
};

/** The input of a field, and its label with the words that it offers. */
const fieldInput = (
	field: Field,
	words: PageWords,
): {readonly input: HTMLInputElement; readonly parts: readonly HTMLElement[]} => {
	const input = document.createElement('input');
	input.id = `explore-${field}`;
	const isNumber = field === 'seeds' || field === 'faults';
	input.type = isNumber ? 'number' : 'text';
	if (isNumber) {
		input.min = field === 'seeds' ? '1' : '0';
		input.max = String(mostSeeds);
		input.value = field === 'seeds' ? '30' : '0';
	}

	input.autocapitalize = 'off';
	input.spellcheck = false;
	const label = document.createElement('label');
	label.textContent = words.exploreFields[field];
	label.append(input);
	const [example] = examples[field];
	if (example === undefined) {
		return {input, parts: [label]};
	}

	input.placeholder = example;
	const offered = document.createElement('datalist');
	offered.id = `${input.id}-words`;
	offered.append(...examples[field].map((text) => new Option(text, text)));
	input.setAttribute('list', offered.id);
	return {input, parts: [offered, label]};
};

/** The form for an exploration of manifests. @param start begins the runs */
export const exploreForm = (
	words: PageWords,
	start: (exploration: Exploration) => void,
	back: () => void,
): HTMLElement => {
	const main = document.createElement('main');
	main.className = 'home long-work';
	const title = document.createElement('h1');
	title.textContent = words.explore;
	const about = document.createElement('p');
	about.textContent = words.exploreAbout;
	const form = document.createElement('form');
	form.className = 'explore';
	const inputs = fields.map((field) => {
		const {input, parts} = fieldInput(field, words);
		form.append(...parts);
		return [field, input] as const;
	});
	const begin = document.createElement('button');
	begin.id = 'start';
	begin.className = 'main';
	begin.textContent = words.start;
	const leave = document.createElement('button');
	leave.type = 'button';
	leave.id = 'back';
	leave.textContent = words.back;
	leave.addEventListener('click', back);
	const row = document.createElement('p');
	row.className = 'actions';
	row.append(begin, leave);
	form.append(row);
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		const valueOf = (field: Field): string => inputs.find(([name]) => name === field)?.[1].value ?? '';
		start(
			explorationOf({
				seeds: valueOf('seeds'),
				vary: valueOf('vary'),
				commands: valueOf('commands'),
				traffic: valueOf('traffic'),
				ask: valueOf('ask'),
				faults: valueOf('faults'),
			}),
		);
	});
	main.append(title, about, form);
	return main;
};
