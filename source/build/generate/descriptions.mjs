import {existsSync, readdirSync, readFileSync} from 'node:fs';

const models = new URL('../../../node_modules/@kubernetes/client-node/dist/gen/models/', import.meta.url);
const capital = (word) => word[0].toUpperCase() + word.slice(1);
const modelOf = (id) => {
	const parts = id.split('.');
	const [group, version, name] = parts.slice(-3);
	// Some packages are called otherwise than their group.
	const groups = {apiextensions: 'Apiextensions', authentication: 'Authentication', events: 'Events'};
	const candidates = [`${groups[group] ?? capital(group)}${capital(version)}${name}`, `${capital(version)}${name}`];
	return candidates.map((file) => new URL(`${file}.d.ts`, models)).find((file) => existsSync(file));
};
const packages = new URL('../../../node_modules/', import.meta.url);
/** Texts of the modules of kubernetes-models, by the name of the schema in capitals. */
const readDetailed = () => {
	const detailed = new Map();
	for (const name of ['kubernetes-models/', '@kubernetes-models/apimachinery/']) {
		const folder = new URL(name, packages);
		for (const file of readdirSync(folder, {recursive: true})) {
			if (file.endsWith('.d.ts') && !file.startsWith('_schemas')) {
				const text = readFileSync(new URL(file.replaceAll('\\', '/'), folder), 'utf8');
				const [, own] = /export type \{ I\w+ as I(Io\w+)/.exec(text) ?? [];
				if (own) {
					detailed.set(own, text);
				}
			}
		}
	}
	return detailed;
};
const detailedOf = (id, detailed) =>
	detailed.get(
		id
			.split(/[.-]/)
			.map((part) => capital(part))
			.join(''),
	) ?? '';
const sentence = (comment) =>
	comment
		.split('\n')
		.map((line) => line.replace(/^\s*\*\s?/, '').trim())
		.filter((line) => line !== '')
		.join(' ')
		.replaceAll(/\\(['"])/g, '$1');
/** Sentences whose paragraphs and lists stay apart. */
const paragraphs = (comment) =>
	comment
		.replace(/^\s*\n/, '')
		.replace(/\n\s*$/, '')
		.split('\n')
		.map((line) => line.replace(/^\s*\*(?: |$)/, ''))
		.join('\n')
		.replaceAll('*\\/', '*/');

/** Whether a schema is in the OpenAPI document of the core group: its kinds, the bodies of its subresources, and all that they refer to. */
export const isOfCore = (id) =>
	/^io\.k8s\.(?:apimachinery|api\.(?:core|autoscaling\.v1\.Scale|authentication\.v1\.(?:BoundOb|TokenReq)|policy\.v1\.Evic))/.test(
		id,
	);

/**
The sentences of the API's documentation: schema → field → sentence; the schema's own is under `''`.

They are read from comments: first those of client-node's models, which know every kind, then those of kubernetes-models, which say more:
what the values of an enumeration mean, and what a field is for whose type has a name.
*/
export const descriptionsOf = (schemas) => {
	const detailed = readDetailed();
	const descriptions = {};
	for (const [id, schema] of Object.entries(schemas)) {
		const file = schema.properties && modelOf(id);
		const own = {};
		const text = file ? readFileSync(file, 'utf8') : '';
		const head = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export declare class/.exec(text);
		if (head) {
			own[''] = sentence(head[1]);
		}
		for (const [, comment, field] of text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*'([^']+)'\??:/g)) {
			const key = field.startsWith('_') && schema.properties[field.slice(1)] ? field.slice(1) : field;
			own[key] = sentence(comment);
		}
		const more = detailedOf(id, detailed);
		const whole = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:interface|type)/.exec(more);
		if (whole) {
			own[''] = paragraphs(whole[1]);
		}
		for (const [, comment, field] of more.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*"([^"]+)"\??:/g)) {
			if (schema.properties?.[field]) {
				own[field] = paragraphs(comment);
			}
		}
		if (Object.keys(own).length > 0) {
			descriptions[id] = own;
		}
	}
	return descriptions;
};
