import {goJSON} from '../../../go/encode-json.js';
import type {Routine} from '../../../kernel/routine.js';
import {apiVersionOf} from '../../../objects/resources.js';
import {printKYAML} from '../../../go/yaml/kyaml.js';
import {printYaml} from '../../../go/yaml/print.js';
import {fullName, type ApiResource} from '../../discovery.js';
import {CommandFailure, usageFailure} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import {alignRows} from '../../../go/tab-writer.js';

const noWords = (invocation: Invocation): void => {
	if (invocation.words.length > 0) {
		throw usageFailure(invocation.commandPath, `unexpected arguments: [${invocation.words.join(' ')}]`);
	}
};

/** `kubectl api-resources`. */
export function* apiResources(invocation: Invocation): Routine<number | void> {
	noWords(invocation);
	const {flags} = invocation;
	const output = flags.text('output');
	if (!['', 'wide', 'name', 'json', 'yaml', 'kyaml'].includes(output)) {
		throw new CommandFailure(
			`unable to match a printer suitable for the output format "${output}", allowed formats are: json,kyaml,name,wide,yaml`,
		);
	}

	if (!['', 'name', 'kind'].includes(flags.text('sort-by'))) {
		throw new CommandFailure('--sort-by accepts only name or kind');
	}

	const found = yield* invocation.resources({fresh: !flags.on('cached')});
	const all = found.preferred;
	const group = flags.changed('api-group') ? flags.text('api-group') : undefined;
	const namespaced = flags.changed('namespaced') ? flags.on('namespaced') : undefined;
	const verbs = flags.list('verbs');
	const categories = flags.list('categories');
	const chosen = all
		.filter(
			(resource) =>
				(group === undefined || resource.group === group) &&
				(namespaced === undefined || resource.namespaced === namespaced) &&
				verbs.every((verb) => resource.verbs.includes(verb)) &&
				categories.every((category) => resource.categories.includes(category)),
		)
		.sort(order(flags.text('sort-by')));
	print(invocation, output, chosen);
	if (found.stale.length > 0) {
		const failed = found.stale.map((name) => `${name}: stale GroupVersion discovery: ${name}`);
		throw new CommandFailure(`unable to retrieve the complete list of server APIs: ${failed.join(', ')}`);
	}
}

const print = (invocation: Invocation, output: string, chosen: readonly ApiResource[]): void => {
	const {flags} = invocation;
	if (output === 'name') {
		invocation.out(chosen.map((resource) => `${fullName(resource)}\n`).join(''));
		return;
	}

	if (output === 'json' || output === 'yaml' || output === 'kyaml') {
		const list = {kind: 'APIResourceList', apiVersion: 'v1', groupVersion: '', resources: chosen.map(asTold)};
		const print = {
			json: () => `${goJSON(list, {indent: 4, inOrder: true})}\n`,
			yaml: () => printYaml(list),
			kyaml: () => printKYAML(list, {inOrder: true}),
		};
		invocation.out(print[output]());
		return;
	}

	const wide = output === 'wide';
	const rows = chosen.map((resource) => [
		resource.plural,
		resource.shortNames.join(','),
		apiVersionOf(resource),
		String(resource.namespaced),
		resource.kind,
		...(wide ? [resource.verbs.join(','), resource.categories.join(',')] : []),
	]);
	const header = ['NAME', 'SHORTNAMES', 'APIVERSION', 'NAMESPACED', 'KIND', ...(wide ? ['VERBS', 'CATEGORIES'] : [])];
	invocation.out(alignRows(flags.on('no-headers') ? rows : [header, ...rows]));
};

/** A resource as discovery describes it. */
const asTold = (resource: ApiResource): unknown => ({
	name: resource.plural,
	singularName: resource.singular,
	namespaced: resource.namespaced,
	group: resource.group || undefined,
	version: resource.version,
	kind: resource.kind,
	verbs: resource.verbs,
	shortNames: resource.shortNames.length > 0 ? resource.shortNames : undefined,
	categories: resource.categories.length > 0 ? resource.categories : undefined,
});

const order =
	(by: string) =>
	(a: ApiResource, b: ApiResource): number => {
		const text = (resource: ApiResource): string => {
			if (by === 'name') {
				return resource.plural;
			}

			if (by === 'kind') {
				return resource.kind;
			}

			return `${resource.group}\0${resource.plural}`;
		};
		if (text(a) < text(b)) {
			return -1;
		}

		if (text(a) > text(b)) {
			return 1;
		}

		return 0;
	};

/** `kubectl api-versions`. */
export function* apiVersions(invocation: Invocation): Routine<number | void> {
	noWords(invocation);
	const {all} = yield* invocation.resources({fresh: true});
	invocation.out(
		[...new Set(all.map(apiVersionOf))]
			.sort()
			.map((text) => `${text}\n`)
			.join(''),
	);
}
