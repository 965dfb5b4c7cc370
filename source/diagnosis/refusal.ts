import {apiVersionOf, resources} from '../objects/resources.js';
import {closest} from '../scenario/mistake.js';
import type {FieldPath} from './blockage.js';

interface Advice {
	readonly field?: FieldPath;
	readonly remedies: readonly string[];
}

/** A type of Go, or a kind of JSON value, in the words of somebody who writes YAML. */
const goKind = (type: string): string =>
	/^(?:u?int\d*|number)$/.test(type)
		? 'a number'
		: type === 'string'
			? 'text'
			: type.startsWith('bool')
				? 'true or false'
				: type === 'array' || type.startsWith('[]')
					? 'a list'
					: type.startsWith('map') || type === 'object' || /\./.test(type)
						? 'a mapping'
						: type;

/** What the user probably meant by a kind that is not served. */
const kindAdvice = (kind: string, version: string): string => {
	const versions = [...new Set(resources.filter((resource) => resource.kind === kind).map(apiVersionOf))];
	if (versions.length > 0) {
		return `${kind} is served in ${versions.join(' and ')}: change apiVersion.`;
	}

	const near = closest(kind, [...new Set(resources.map((resource) => resource.kind))]);
	const served = resources.find((resource) => resource.kind === near);
	return served
		? `Did you mean ${served.kind}? It is served in ${apiVersionOf(served)}.`
		: `No kind ${kind} is served in ${version}: kubectl api-resources lists all kinds.`;
};

type Adviser = (match: RegExpExecArray) => Advice;

/** What would make the apiserver accept, by its words. The field is given only if the answer itself does not name it. */
const advisers: ReadonlyArray<readonly [RegExp, Adviser]> = [
	[
		/namespaces? "([^"]+)" not found/,
		([, name]) => ({
			field: ['metadata', 'namespace'],
			remedies: [
				`Create the namespace first: kubectl create namespace ${name}, or put it before this object in the same file.`,
			],
		}),
	],
	[
		/serviceaccount "([^"]+)" not found/,
		([, name]) => ({
			field: ['spec', 'serviceAccountName'],
			remedies: [`Create the service account first: kubectl create serviceaccount ${name}`],
		}),
	],
	[
		/no PriorityClass with name (\S+) was found/,
		() => ({
			field: ['spec', 'priorityClassName'],
			remedies: ['kubectl get priorityclasses lists them; leave the field out to get the default.'],
		}),
	],
	[
		/exceeded quota: ([^,]+), requested: (.+?), used: (.+?), limited: (.+?)$/,
		([, quota, requested, used, limited]) => ({
			remedies: [
				`The quota ${quota} allows ${limited} in the namespace; ${used} is in use, so ${requested} more does not fit: request less, or free some.`,
				`Or raise it: kubectl edit resourcequota ${quota}`,
			],
		}),
	],
	[
		/failed quota: ([^:]+): must specify (.+?)$/,
		([, quota, what]) => ({
			field: ['spec', 'containers'],
			remedies: [
				`The quota ${quota} counts ${what}, so every container has to set it: add it under resources, or apply a LimitRange with defaults.`,
			],
		}),
	],
	[
		/(maximum|minimum) (\S+) usage per (Container|Pod) is ([^,]+), but (limit|request) is ([^.\]]+)/,
		([, bound, resource, scope, allowed, what, asked]) => ({
			field: ['spec', 'containers'],
			remedies: [
				`A LimitRange of the namespace sets the ${bound} of ${resource} per ${scope} to ${allowed}: change the ${what} of ${asked}, or the LimitRange.`,
			],
		}),
	],
	[
		/violates PodSecurity "([^"]+)": (.+)$/,
		([, level]) => ({
			field: ['spec'],
			remedies: [
				`The namespace enforces ${level}: change what the message names, or the label pod-security.kubernetes.io/enforce of the namespace.`,
			],
		}),
	],
	[
		/User "([^"]+)" cannot (\S+) resource "([^"]+)" in API group "([^"]*)"/,
		([, user, verb, resource]) => ({
			remedies: [
				`Give the user a role: kubectl create rolebinding NAME --clusterrole=edit --user=${user}`,
				`kubectl auth can-i ${verb} ${resource} --as=${user} shows whether it worked.`,
			],
		}),
	],
	[
		/unknown field "([^"]+)"/,
		([, field = '']) => ({
			remedies: [
				`kubectl explain ${field.replaceAll(/\[\d+\]/g, '').replace(/\.?[^.]*$/, '') || 'KIND'} lists the fields.`,
			],
		}),
	],
	[
		/cannot unmarshal (\w+).* into Go struct field \S+ of type (\S+)/,
		([, found = '', wanted = '']) => ({
			remedies: [
				`The field takes ${goKind(wanted)}; the file has ${goKind(found)}${goKind(wanted) === 'text' ? ': put it in quotes' : found === 'string' ? ': remove the quotes' : ''}.`,
			],
		}),
	],
	[
		/`selector` does not match template `labels`/,
		() => ({
			remedies: ['Every label of spec.selector.matchLabels must also be in spec.template.metadata.labels.'],
		}),
	],
	[/field is immutable/, () => ({remedies: ['The field cannot be changed: delete the object and create it again.']})],
	[
		/no matches for kind "([^"]+)" in version "([^"]+)"/,
		([, kind = '', version = '']) => ({field: ['kind'], remedies: [kindAdvice(kind, version)]}),
	],
	[
		/(?:apiVersion|kind) not set/,
		() => ({
			remedies: ['A manifest begins with apiVersion and kind, both text: apiVersion: apps/v1, kind: Deployment.'],
		}),
	],
];

/** What helps against a refusal, from its message. */
export const refusalAdvice = (message: string): Advice => {
	for (const [pattern, advise] of advisers) {
		const match = pattern.exec(message);
		if (match) {
			return advise(match);
		}
	}

	return {remedies: []};
};
