import {closest} from '../../scenario/mistake.js';
import type {PodContainer} from '../container-reference.js';
import type {Candidate} from '../symptom.js';
import type {Hint} from './output-hint.js';

/** A variable of the container with nearly the name of one that the program mentions. */
export const ofVariable = ({spec, field}: PodContainer, output: readonly string[]): Hint | undefined => {
	const named = [...new Set(output.flatMap((line) => line.match(/\b[A-Z][A-Z\d]*_[A-Z\d_]+\b/g) ?? []))];
	const written = (spec.env ?? []).map(({name}) => name);
	for (const [index, name] of written.entries()) {
		const near = named.includes(name) ? undefined : closest(name, named);
		if (near !== undefined && !written.includes(near)) {
			const place = [...field, 'env', index, 'name'];
			const candidates: readonly Candidate[] = [{field: place, change: {value: near}}];
			return {field: place, advice: [({pods}) => pods.didYouMean(near)], candidates};
		}
	}

	return undefined;
};

/** A variable that a program requires, and that an optional, missing key should provide. */
export const ofOptionalVariable = ({spec, field}: PodContainer, output: readonly string[]): Hint | undefined => {
	const text = output.join('\n');
	for (const [index, {name, valueFrom}] of (spec.env ?? []).entries()) {
		const kind = valueFrom?.secretKeyRef ? 'secretKeyRef' : 'configMapKeyRef';
		const reference = valueFrom?.[kind];
		if (reference?.optional === true && text.includes(name)) {
			return {
				field: [...field, 'env', index, 'valueFrom', kind],
				advice: [({pods}) => pods.optionalVariable(name, reference.name ?? '', reference.key)],
				candidates: [],
			};
		}
	}

	return undefined;
};

/** Names of variables whose value must name something real, such as a server: no text in its place helps. */
const isAddress = /(?:CONNECT|HOST|HOSTNAME|URL|URI|ADDR|ADDRESS|SERVERS?|ENDPOINTS?|LISTENERS|PORT|ROLES)$|^POD_/;

/** A variable that a program requires and that is not set: `You must specify POSTGRES_PASSWORD`. */
export const ofMissingVariable = ({spec, field}: PodContainer, output: readonly string[]): Hint | undefined => {
	const text = output.join('\n');
	const written = new Set((spec.env ?? []).map(({name}) => name));
	const named = [...new Set(text.match(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g) ?? [])];
	const wanted = named.find((name) => /PASSWORD|SECRET|TOKEN|KEY/.test(name)) ?? named[0];
	if (
		wanted === undefined ||
		written.has(wanted) ||
		!/specif|must (?:be )?set|not set|required|missing|needs? /i.test(text)
	) {
		return undefined;
	}

	const place = [...field, 'env'];
	return {
		field: place,
		advice: [({pods}) => pods.variableNeeded(wanted)],
		candidates: isAddress.test(wanted)
			? []
			: [{field: [...place, spec.env?.length ?? 0], change: {value: {name: wanted, value: 'change-me'}}}],
	};
};

/**
A word of a command line with a variable that only a shell would replace, without a shell.

@see https://kubernetes.io/docs/tasks/inject-data-application/define-environment-variable-container/
*/
export const ofUnreadVariable = ({spec, field}: PodContainer): Hint | undefined => {
	const parts = (['command', 'args'] as const).flatMap((part) =>
		(spec[part] ?? []).map((word, index) => ({word, place: [...field, part, index]})),
	);
	if (parts.some(({word}) => /^-\w*c$/.test(word))) {
		return undefined;
	}

	for (const {name} of spec.env ?? []) {
		const found = parts.find(({word}) => word === `$${name}` || word === `\${${name}}`);
		if (found) {
			const candidates: readonly Candidate[] = [{field: found.place, change: {value: `$(${name})`}}];
			return {field: found.place, advice: [({pods}) => pods.noShell(found.word, name)], candidates};
		}
	}

	return undefined;
};
