import {severities} from '../catalogue/entry.js';
import {schemaVersion} from './json.js';

const text = {type: 'string'} as const;
const whole = {type: 'integer', minimum: 0} as const;
const flag = {type: 'boolean'} as const;
const list = <T>(items: T) => ({type: 'array', items}) as const;
const record = <P extends object>(properties: P, optional: ReadonlyArray<keyof P & string> = []) => ({
	type: 'object',
	properties,
	required: Object.keys(properties).filter((name) => !optional.some((one) => one === name)),
});

const lineOfFile = record({file: text, line: whole});

const place = record(
	{
		file: text,
		line: whole,
		column: whole,
		endColumn: whole,
		field: text,
		message: text,
		rendered: lineOfFile,
	},
	['field', 'message', 'rendered'],
);

const fix = record(
	{
		proof: {enum: ['works', 'helps', 'untested']},
		next: text,
		edits: list(
			record(
				{
					file: text,
					line: whole,
					before: list(text),
					after: list(text),
					rendered: lineOfFile,
					source: lineOfFile,
				},
				['rendered', 'source'],
			),
		),
		commands: list(text),
		again: flag,
		words: text,
	},
	['next', 'again', 'words'],
);

const finding = record(
	{
		id: {type: 'string', pattern: '^W\\d{3}$'},
		name: text,
		severity: {enum: severities},
		object: text,
		reason: text,
		places: list(place),
		advice: list(text),
		fixes: list(fix),
		stop: record({step: whole, stage: text, timeMs: {type: 'number'}, says: text}),
		causes: list(text),
		debug: text,
		ignored: text,
		isKnown: flag,
		versions: list(text),
		fingerprint: text,
		help: text,
	},
	['stop', 'debug', 'ignored', 'isKnown', 'versions'],
);

const object = record(
	{
		name: text,
		kind: text,
		file: text,
		line: whole,
		column: whole,
		isDone: flag,
		words: text,
		ignore: text,
		ignoreAt: place,
		versions: {type: 'object', additionalProperties: {enum: [...severities, 'done', 'unknown']}},
		findings: list(finding),
	},
	['ignore', 'ignoreAt', 'versions'],
);

/** The JSON Schema of `check -o json`. */
export const checkSchema = {
	$schema: 'http://json-schema.org/draft-07/schema#',
	title: 'k8s-walkthrough check -o json',
	...record({
		schemaVersion: {const: schemaVersion},
		tool: record({name: text, version: text}),
		kubernetes: text,
		verdict: {enum: ['passed', 'failed', 'interrupted']},
		failOn: {enum: severities},
		summary: record(
			{
				files: whole,
				objects: whole,
				errors: whole,
				warnings: whole,
				assumed: whole,
				notes: whole,
				ignored: whole,
				known: whole,
				skipped: whole,
				seconds: {type: 'number'},
				reached: record({checked: whole, files: whole, objects: whole}),
			},
			['reached'],
		),
		files: list(record({file: text, objects: list(object), findings: list(finding)})),
		skipped: list(record({file: text, why: text, remedy: text}, ['remedy'])),
	}),
};
