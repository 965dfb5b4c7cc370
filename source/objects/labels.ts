import type {LabelSelector} from './kubernetes.generated.js';
import {qualifiedNameErrors, labelValueErrors} from './names.js';

/** Labels of an object; `undefined` if it has no labels. */
export type Labels = Readonly<Record<string, string>> | undefined;

/** One comma-separated part of a selector. */
export interface Requirement {
	readonly key: string;
	readonly operator: '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt';
	/** Sorted; empty for `exists` and `!`. */
	readonly values: readonly string[];
}

const has = (labels: Labels, key: string): boolean => labels !== undefined && Object.hasOwn(labels, key);

/** Whether labels match one requirement. A label that is missing satisfies `!=` and `notin`. */
export const matchesRequirement = ({key, operator, values}: Requirement, labels: Labels): boolean => {
	switch (operator) {
		case '=':
		case '==':
		case 'in': {
			return has(labels, key) && values.includes(labels?.[key] ?? '');
		}

		case '!=':
		case 'notin': {
			return !has(labels, key) || !values.includes(labels?.[key] ?? '');
		}

		case 'exists': {
			return has(labels, key);
		}

		case '!': {
			return !has(labels, key);
		}

		case 'gt':
		case 'lt': {
			const value = has(labels, key) ? (labels?.[key] ?? '') : '';
			if (!/^[+-]?\d+$/.test(value) || !/^[+-]?\d+$/.test(values[0] ?? '')) {
				return false;
			}

			return operator === 'gt' ? BigInt(value) > BigInt(values[0] ?? '') : BigInt(value) < BigInt(values[0] ?? '');
		}
	}
};

/** Whether labels match all requirements; no requirements match everything. */
export const matchesRequirements = (requirements: readonly Requirement[], labels: Labels): boolean => {
	for (const requirement of requirements) {
		if (!matchesRequirement(requirement, labels)) {
			return false;
		}
	}

	return true;
};

/** Whether labels have every pair of `wanted`: the selector of a Service or ReplicationController. An empty `wanted` matches everything. */
export const matchesLabels = (wanted: Labels, labels: Labels): boolean => {
	for (const key in wanted) {
		if (!has(labels, key) || labels?.[key] !== wanted[key]) {
			return false;
		}
	}

	return true;
};

/** Whether labels match a `metav1.LabelSelector`: an empty one matches everything, a missing one nothing. */
export const matchesLabelSelector = (selector: LabelSelector | undefined, labels: Labels): boolean => {
	if (!selector || !matchesLabels(selector.matchLabels, labels)) {
		return false;
	}

	for (const {key, operator, values} of selector.matchExpressions ?? []) {
		const present = has(labels, key);
		const matches =
			operator === 'In'
				? present && (values ?? []).includes(labels?.[key] ?? '')
				: operator === 'NotIn'
					? !present || !(values ?? []).includes(labels?.[key] ?? '')
					: operator === 'Exists'
						? present
						: operator === 'DoesNotExist' && !present;
		if (!matches) {
			return false;
		}
	}

	return true;
};

/** A `metav1.LabelSelector` as requirements, sorted by key as upstream sorts them. */
export const selectorRequirements = (selector: LabelSelector): Requirement[] => {
	const operators = {In: 'in', NotIn: 'notin', Exists: 'exists', DoesNotExist: '!'} as const;
	return [
		...Object.entries(selector.matchLabels ?? {}).map(([key, value]) => ({
			key,
			operator: '=' as const,
			values: [value],
		})),
		...(selector.matchExpressions ?? []).map(({key, operator, values}) => ({
			key,
			operator: operators[operator as keyof typeof operators],
			values: [...(values ?? [])].sort(),
		})),
	].sort((a, b) => {
		if (a.key < b.key) {
			return -1;
		}

		if (a.key > b.key) {
			return 1;
		}

		return 0;
	});
};

const formatRequirement = ({key, operator, values}: Requirement): string => {
	switch (operator) {
		case 'exists': {
			return key;
		}

		case '!': {
			return `!${key}`;
		}

		case 'in':
		case 'notin': {
			return `${key} ${operator} (${[...values].sort().join(',')})`;
		}

		case 'gt':
		case 'lt': {
			return `${key}${operator === 'gt' ? '>' : '<'}${values[0]}`;
		}

		default: {
			return `${key}${operator}${values[0]}`;
		}
	}
};

/** Text of requirements, such as a query parameter holds. */
export const formatRequirements = (requirements: readonly Requirement[]): string =>
	requirements.map((requirement) => formatRequirement(requirement)).join(',');

/** Text of a selector as kubectl shows it; `<none>` when it is missing or empty. */
export const formatLabelSelector = (selector: LabelSelector | undefined): string =>
	(selector && formatRequirements(selectorRequirements(selector))) || '<none>';

interface Token {
	readonly kind: string;
	readonly text: string;
}

const special = new Set(['=', '!', '(', ')', ',', '>', '<']);

const tokenize = (text: string): Token[] => {
	const tokens: Token[] = [];
	let index = 0;
	while (index < text.length) {
		const character = text.charAt(index);
		if (/[ \t\r\n]/.test(character)) {
			index++;
			continue;
		}

		let end = index;
		if (special.has(character)) {
			while (end < text.length && special.has(text.charAt(end))) {
				const longer = text.slice(index, end + 1);
				if (!['=', '!', '(', ')', ',', '>', '<', '==', '!='].includes(longer)) {
					break;
				}

				end++;
			}

			tokens.push({kind: text.slice(index, end), text: text.slice(index, end)});
		} else {
			while (end < text.length && !special.has(text.charAt(end)) && !/[ \t\r\n]/.test(text.charAt(end))) {
				end++;
			}

			const word = text.slice(index, end);
			tokens.push({kind: word === 'in' || word === 'notin' ? word : 'identifier', text: word});
		}

		index = end;
	}

	tokens.push({kind: 'end', text: ''});
	return tokens;
};

/**
Parses `app=web,tier in (a,b),!canary`.

Long because the parser's rules share the position in the text.

@throws Error in upstream's words.
@mirrors k8s.io/apimachinery/pkg/labels Parser
*/
export const parseLabelSelector = (text: string): Requirement[] => {
	const tokens = tokenize(text);
	let position = 0;
	const peek = (): Token => tokens[position]!;
	const take = (): Token => tokens[position === tokens.length - 1 ? position : position++]!;
	const fail = (message: string): never => {
		throw new Error(`unable to parse requirement: ${message}`);
	};

	// After an operator, `in` and `notin` are ordinary words.
	const isWord = ({kind}: Token): boolean => kind === 'identifier' || kind === 'in' || kind === 'notin';

	const parseSet = (): string[] => {
		const open = take();
		if (open.kind !== '(') {
			fail(`found '${open.text}' expected: '('`);
		}

		const values = new Set<string>();
		if (peek().kind === ')') {
			take();
			return [''];
		}

		for (;;) {
			if (isWord(peek())) {
				values.add(take().text);
			} else if (peek().kind === ',' || peek().kind === ')') {
				values.add('');
			} else {
				fail(`found '${peek().text}', expected: identifier`);
			}

			const next = take();
			if (next.kind === ')') {
				return [...values].sort();
			}

			if (next.kind !== ',') {
				fail(`found '${next.text}', expected: ',' or ')'`);
			}

			if (peek().kind === ')') {
				take();
				values.add('');
				return [...values].sort();
			}
		}
	};

	const parseRequirement = (): Requirement => {
		const negated = peek().kind === '!';
		if (negated) {
			take();
		}

		const keyToken = take();
		if (!isWord(keyToken)) {
			fail(`found '${keyToken.text}', expected: identifier`);
		}

		const key = keyToken.text;
		if (negated || peek().kind === 'end' || peek().kind === ',') {
			if (negated && peek().kind !== 'end' && peek().kind !== ',') {
				fail(`found '${peek().text}', expected: ',' or 'end of string'`);
			}

			return checked({key, operator: negated ? '!' : 'exists', values: []});
		}

		const operator = take();
		switch (operator.kind) {
			case 'in':
			case 'notin': {
				return checked({key, operator: operator.kind, values: parseSet()});
			}

			case '=':
			case '==':
			case '!=':
			case '>':
			case '<': {
				const kind = operator.kind === '>' ? 'gt' : operator.kind === '<' ? 'lt' : operator.kind;
				if (peek().kind === 'end' || peek().kind === ',') {
					return checked({key, operator: kind, values: ['']});
				}

				const value = take();
				if (!isWord(value)) {
					fail(`found '${value.text}', expected: identifier`);
				}

				return checked({key, operator: kind, values: [value.text]});
			}

			default: {
				return fail(`found '${operator.text}', expected: in, notin, =, ==, !=, gt, lt`);
			}
		}
	};

	const checked = (requirement: Requirement): Requirement => {
		const {key, operator, values} = requirement;
		const errors = qualifiedNameErrors(key).map((detail) => `key: Invalid value: ${JSON.stringify(key)}: ${detail}`);
		if ((operator === 'gt' || operator === 'lt') && !/^[+-]?\d+$/.test(values[0] ?? '')) {
			errors.push(
				`values[0]: Invalid value: ${JSON.stringify(values[0])}: for 'Gt', 'Lt' operators, the value must be an integer`,
			);
		}

		for (const [index, value] of values.entries()) {
			errors.push(
				...labelValueErrors(value).map(
					(detail) => `values[${index}][${key}]: Invalid value: ${JSON.stringify(value)}: ${detail}`,
				),
			);
		}

		if (errors.length > 0) {
			fail(errors.length === 1 ? errors.join('') : `[${errors.join(', ')}]`);
		}

		return requirement;
	};

	const requirements: Requirement[] = [];
	if (peek().kind === 'end') {
		return requirements;
	}

	for (;;) {
		if (!isWord(peek()) && peek().kind !== '!') {
			throw new Error(`found '${peek().text}', expected: !, identifier, or 'end of string'`);
		}

		requirements.push(parseRequirement());
		const next = take();
		if (next.kind === 'end') {
			break;
		}

		if (next.kind !== ',') {
			throw new Error(`found '${next.text}', expected: ',' or 'end of string'`);
		}

		if (!isWord(peek()) && peek().kind !== '!') {
			throw new Error(`found '${peek().text}', expected: identifier after ','`);
		}
	}

	return requirements.sort((a, b) => {
		if (a.key < b.key) {
			return -1;
		}

		if (a.key > b.key) {
			return 1;
		}

		return 0;
	});
};

/** A selector as Go prints the struct. @mirrors metav1.LabelSelector String */
export const goLabelSelector = ({matchLabels = {}, matchExpressions = []}: LabelSelector): string => {
	const labels = Object.keys(matchLabels)
		.sort()
		.map((key) => `${key}: ${matchLabels[key]},`)
		.join('');
	const expressions = matchExpressions
		.map(
			({key, operator, values = []}) =>
				`LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
		)
		.join('');
	return `&LabelSelector{MatchLabels:map[string]string{${labels}},MatchExpressions:[]LabelSelectorRequirement{${expressions}},}`;
};
