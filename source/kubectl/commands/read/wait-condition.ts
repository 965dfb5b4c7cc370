import {CommandFailure} from '../../failure.js';
import {parseJSONPath, relaxed} from '../../json-path.js';
import {nestedMapSlice, nestedNumber, nestedString, type Unstructured} from '../../../objects/unstructured.js';

/** Whether an object is as required. @throws {CommandFailure} if that cannot be determined. */
export type Met = (object: Unstructured) => boolean;

const ofCondition = (text: string): Met => {
	const equals = text.indexOf('=');
	const name = equals === -1 ? text : text.slice(0, equals);
	const wanted = equals === -1 ? 'true' : text.slice(equals + 1);
	return (object) => {
		const condition = nestedMapSlice(object, 'status', 'conditions').find(
			(one) => nestedString(one, 'type')?.toLowerCase() === name.toLowerCase(),
		);
		const observed =
			nestedNumber(condition, 'observedGeneration') ?? nestedNumber(object, 'status', 'observedGeneration');
		const generation = object.metadata?.generation;
		return (
			condition !== undefined &&
			!(observed !== undefined && generation !== undefined && observed < generation) &&
			String(condition['status']).toLowerCase() === wanted.toLowerCase()
		);
	};
};

/** Cuts at each single `=`; a double one is part of an expression. */
export const splitExpression = (text: string): readonly string[] => {
	const parts: string[] = [];
	let part = '';
	for (let index = 0; index < text.length; index++) {
		if (text[index] !== '=') {
			part += text[index];
		} else if (text[index + 1] === '=') {
			part += '==';
			index++;
		} else {
			parts.push(part);
			part = '';
		}
	}

	return [...parts, part];
};

const ofJSONPath = (text: string): Met => {
	const [expression = '', ...rest] = splitExpression(text);
	if (rest.length > 1) {
		throw new CommandFailure(
			"jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or --for=jsonpath='{.status.readyReplicas}'",
		);
	}

	if (expression === '' && rest.length === 0) {
		throw new CommandFailure('jsonpath expression cannot be empty');
	}

	const path = parseJSONPath(relaxed(expression));
	const wanted = rest[0]?.replace(/^['"]+|['"]+$/g, '');
	if (wanted === '') {
		throw new CommandFailure(
			"jsonpath wait has to have a value after equal sign, like --for=jsonpath='{.status.readyReplicas}'=3",
		);
	}

	return (object) => {
		const found = path.find(object);
		if (found.length === 0) {
			return false;
		}

		if (found.length > 1) {
			throw new CommandFailure('given jsonpath expression matches more than one value');
		}

		if (wanted === undefined) {
			return true;
		}

		const [value] = found;
		if (typeof value === 'object' && value !== null) {
			throw new CommandFailure('jsonpath leads to a nested object or list which is not supported');
		}

		return String(value).trim() === wanted.trim();
	};
};

/**
The condition of `--for`: `condition=Ready`, `condition=Ready=false`, `jsonpath={.status.phase}=Running`.

@throws {CommandFailure} for any other text.
@mirrors kubectl/pkg/cmd/wait conditionFuncFor
*/
export const conditionOf = (text: string): Met => {
	if (text.startsWith('condition=')) {
		return ofCondition(text.slice('condition='.length));
	}

	if (text.startsWith('jsonpath=')) {
		return ofJSONPath(text.slice('jsonpath='.length));
	}

	throw new CommandFailure(`unrecognized condition: ${JSON.stringify(text)}`);
};
