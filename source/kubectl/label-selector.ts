import type {LabelSelector, LabelSelectorRequirement} from '../objects/kubernetes.generated.js';
import {parseLabelSelector} from '../objects/label-selector.js';
import {type Requirement} from '../objects/labels.js';
import {CommandFailure, messageOf} from './failure.js';

/**
A selector as text, as it appears in an object.

@throws {CommandFailure} for an invalid selector.
@mirrors apimachinery/pkg/apis/meta/v1 ParseToLabelSelector
*/
export const labelSelectorOf = (text: string): LabelSelector => {
	let requirements: readonly Requirement[];
	try {
		requirements = parseLabelSelector(text);
	} catch (error) {
		throw new CommandFailure(`couldn't parse the selector string ${JSON.stringify(text)}: ${messageOf(error)}`);
	}

	const isEqual = ({operator}: Requirement): boolean => operator === '=' || operator === '==';
	const equal = requirements.filter(isEqual);
	const others = requirements.filter((one) => !isEqual(one));
	return {
		...(equal.length > 0
			? {matchLabels: Object.fromEntries(equal.map(({key, values: [value = '']}) => [key, value]))}
			: {}),
		...(others.length > 0 ? {matchExpressions: others.map((one) => expressionOf(one))} : {}),
	};
};

const operators = new Map([
	['in', 'In'],
	['notin', 'NotIn'],
	['exists', 'Exists'],
	['!', 'DoesNotExist'],
]);

const expressionOf = ({key, operator, values}: Requirement): LabelSelectorRequirement => {
	const name = operators.get(operator);
	if (name === undefined) {
		throw new CommandFailure(`${JSON.stringify(operator)} is not a valid label selector operator`);
	}

	return {key, operator: name, ...(values.length > 0 ? {values: [...values]} : {})};
};
