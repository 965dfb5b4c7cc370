import {note, type Routine} from '../../kernel/routine.js';
import {apiVersionOf} from '../../objects/resources.js';
import {describeField, describeSchema} from '../../objects/descriptions.js';
import {referenceOf, resolveSchema, schemaOfKind, type Schema} from '../../objects/schema.js';
import {CommandFailure, usageFailure} from '../failure.js';
import {resolveResource} from '../selection.js';
import type {Session} from '../session.js';
import type {Value} from '../unstructured.js';

type Described = Schema & {
	readonly description?: string;
	readonly enum?: readonly string[];
	readonly required?: readonly string[];
};

const resolved = (schema: Schema): Described => resolveSchema(schema) as Described;

const typeName = (schema: Described): string => {
	const reference = referenceOf(schema);
	if (reference) {
		const target = resolved(schema);
		return target.type === 'object' || (target as Value).properties
			? reference.slice(reference.lastIndexOf('.') + 1)
			: typeName(target);
	}

	const {type, items, additionalProperties} = schema as Value;
	if (items) {
		return `[]${typeName(items)}`;
	}

	if (additionalProperties) {
		return `map[string]${typeName(additionalProperties)}`;
	}

	return type ?? 'Object';
};

/** Steps through lists and maps to what they hold. */
const inside = (schema: Schema): Described => {
	let target = resolved(schema);
	for (
		let next: Schema | undefined;
		(next =
			(target as Value).items ??
			(typeof (target as Value).additionalProperties === 'object'
				? (target as Value).additionalProperties
				: undefined));
	) {
		target = resolved(next);
	}

	return target;
};

const wrap = (text: string, prefix: string, width = 80): string =>
	text
		.split('\n')
		.map((paragraph) => {
			const lines: string[] = [];
			let line = '';
			for (const word of paragraph.split(' ')) {
				if (line !== '' && prefix.length + line.length + 1 + word.length > width) {
					lines.push(line);
					line = word;
				} else {
					line = line === '' ? word : `${line} ${word}`;
				}
			}

			return [...lines, line].map((one) => (one === '' ? '' : `${prefix}${one}`)).join('\n');
		})
		.join('\n');

/** Finds the words for a field of one kind. */
type Describe = (path: readonly string[]) => string | undefined;

interface Listing {
	readonly describe: Describe;
	readonly recursive: boolean;
}

const fieldLines = (
	schema: Described,
	path: readonly string[],
	level: number,
	listing: Listing,
	seen: readonly unknown[],
): string => {
	const {properties = {}, required = []} = schema as Value;
	const prefix = '  '.repeat(level);
	return Object.keys(properties)
		.sort()
		.map((name) => {
			const field = properties[name] as Described;
			const head = `${prefix}${name}\t<${typeName(field)}>${required.includes(name) ? ' -required-' : ''}\n`;
			const values = resolved(field).enum;
			const enumeration = values ? `${prefix}enum: ${values.join(', ')}\n` : '';
			if (listing.recursive) {
				const target = inside(field);
				const deeper = (target as Value).properties && !seen.includes(target);
				return (
					head +
					enumeration +
					(deeper ? fieldLines(target, [...path, name], level + 1, listing, [...seen, target]) : '')
				);
			}

			return `${head}${enumeration}${wrap(listing.describe([...path, name]) ?? '<empty>', `${prefix}  `)}\n\n`;
		})
		.join('');
};

/** `kubectl explain`: fields and their types, from the server's schema. */
export function* explain(session: Session): Routine<number | void> {
	const {words, flags} = session;
	if (words.length === 0) {
		throw usageFailure(
			session.commandPath,
			'You must specify the type of resource to explain. Use "kubectl api-resources" for a complete list of supported resources.\n',
		);
	}

	if (words.length > 1) {
		throw usageFailure(session.commandPath, `We accept only this format: explain RESOURCE`);
	}

	const [first, ...path] = words[0].split('.');
	const all = yield* session.resources();
	const whole = all.named(words[0]);
	let resource =
		whole && words[0].includes('.') && words[0].endsWith(whole.group) && whole.group
			? whole
			: yield* resolveResource(session, first);
	const fields = resource === whole && words[0].includes('.') && !path.some((name) => name === 'spec') ? [] : path;
	const wanted = flags.text('api-version');
	if (wanted) {
		const other = all.all.find((one) => one.plural === resource.plural && apiVersionOf(one) === wanted);
		if (!other) {
			throw new CommandFailure(
				`couldn't find resource for "${wanted.includes('/') ? wanted : `/${wanted}`}, Resource=${resource.plural}"`,
			);
		}

		resource = other;
	}

	yield* session.schema(apiVersionOf(resource));
	let schema = schemaOfKind(apiVersionOf(resource), resource.kind) as Described | undefined;
	if (!schema) {
		throw new CommandFailure(
			`couldn't find resource for "${resource.group}/${resource.version}, Kind=${resource.kind}"`,
		);
	}

	for (const name of fields) {
		const next: Described | undefined = (inside(schema) as Value).properties?.[name];
		if (!next) {
			throw new CommandFailure(`field "${name}" does not exist`);
		}

		schema = next;
	}

	yield* note(
		'kubectl.discover',
		`kubectl reads the schema of ${words[0]} from the OpenAPI document of ${apiVersionOf(resource)}.`,
		{kind: resource.kind, path: fields},
	);
	const target = inside(schema);
	const {group, version, kind} = resource;
	const describe: Describe = (path) => describeField(apiVersionOf({group, version}), kind, path);
	const reference = referenceOf(schema);
	const ofType = reference && fields.length > 0 && (target as Value).properties ? describeSchema(reference) : undefined;
	const own = describe(fields);
	const description = [own, ofType === own ? undefined : ofType].filter((text) => text).join('\n') || '<empty>';
	const head = `${resource.group ? `GROUP:      ${resource.group}\n` : ''}KIND:       ${resource.kind}\nVERSION:    ${resource.version}\n\n`;
	const field = fields.length > 0 ? `FIELD: ${fields.at(-1)} <${typeName(schema)}>\n` : '';
	const values = resolved(schema).enum;
	const enumeration = values && fields.length > 0 ? `ENUM:\n${values.map((value) => `    ${value}\n`).join('')}` : '';
	const children = (target as Value).properties
		? `FIELDS:\n${fieldLines(target, fields, 1, {describe, recursive: flags.on('recursive')}, [target])}`
		: '';
	session.out(
		`${head}${field}${enumeration ? `${enumeration}\n` : field ? '\n\n' : ''}DESCRIPTION:\n${wrap(description, '    ')}\n    \n${children}\n`,
	);
}
