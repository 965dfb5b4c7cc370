import type {FieldSelectorAttributes, LabelSelectorAttributes} from '../../objects/kubernetes.generated.js';
import {invalid, required, type FieldError} from '../../objects/field-error.js';
import {parseFieldSelector, type FieldRequirement} from '../../objects/field-selector.js';
import {parseLabelSelector} from '../../objects/label-selector.js';
import {labelValueErrors, qualifiedNameErrors} from '../../objects/names.js';
import {checkLabelKey} from '../../registry/validation/checks.js';
import {checkLabelValues, checkRequirementValues} from '../../registry/validation/selectors.js';

/** A selector of a review, with its readable part. */
interface Read<T> {
	readonly requirements: readonly T[];
	/** Whether a part of it could not be read. */
	readonly failed: boolean;
}

const operators = {In: '=', NotIn: '!='} as const;

/** @mirrors authorization/util fieldSelectorAsSelector */
export const readFieldSelector = ({
	rawSelector,
	requirements,
}: FieldSelectorAttributes = {}): Read<FieldRequirement> => {
	if (requirements && requirements.length > 0) {
		const usable = requirements.filter(
			({operator, values}) => Object.hasOwn(operators, operator) && values?.length === 1,
		);
		return {
			requirements: usable.map(({key, operator, values}) => ({
				field: key,
				operator: operators[operator as keyof typeof operators],
				value: values![0]!,
			})),
			failed: usable.length < requirements.length,
		};
	}

	return rawSelector ? attempted(() => parseFieldSelector(rawSelector)) : {requirements: [], failed: false};
};

/** @mirrors authorization/util labelSelectorAsSelector */
export const readLabelSelector = ({rawSelector, requirements}: LabelSelectorAttributes = {}): Read<unknown> => {
	if (requirements && requirements.length > 0) {
		const usable = requirements.filter(
			({key, operator, values = []}) =>
				qualifiedNameErrors(key ?? '').length === 0 &&
				values.every((value) => labelValueErrors(value).length === 0) &&
				(operator === 'In' || operator === 'NotIn'
					? values.length > 0
					: (operator === 'Exists' || operator === 'DoesNotExist') && values.length === 0),
		);
		return {requirements: usable, failed: usable.length < requirements.length};
	}

	return rawSelector ? attempted(() => parseLabelSelector(rawSelector)) : {requirements: [], failed: false};
};

const attempted = <T>(parse: () => readonly T[]): Read<T> => {
	try {
		return {requirements: parse(), failed: false};
	} catch {
		return {requirements: [], failed: true};
	}
};

/** The message about selectors that could not be read in full. @mirrors authorization/util BuildEvaluationError */
export const selectorProblems = (
	fields: FieldSelectorAttributes | undefined,
	labels: LabelSelectorAttributes | undefined,
): string =>
	(
		[
			['fieldSelector', readFieldSelector(fields)],
			['labelSelector', readLabelSelector(labels)],
		] as const
	)
		.filter(([, {failed}]) => failed)
		.map(
			([name, {requirements}]) =>
				`spec.resourceAttributes.${name} ${requirements.length > 0 ? 'partially ' : ''}ignored due to parse error`,
		)
		.join('; ');

/** Operators that the server does not know yet are allowed. @mirrors validateFieldSelectorAttributes, validateLabelSelectorAttributes */
export const selectorErrors = (
	selector: FieldSelectorAttributes | LabelSelectorAttributes | undefined,
	name: 'fieldSelector' | 'labelSelector',
): FieldError[] => {
	if (!selector) {
		return [];
	}

	const path = `spec.resourceAttributes.${name}`;
	const {rawSelector = '', requirements = []} = selector;
	const errors: FieldError[] = [];
	if (rawSelector !== '' && requirements.length > 0) {
		errors.push(invalid(`${path}.rawSelector`, rawSelector, 'may not specified at the same time as requirements'));
	}

	if (rawSelector === '' && requirements.length === 0) {
		errors.push(required(`${path}.requirements`, `when ${path} is specified, requirements or rawSelector is required`));
	}

	for (const [index, {key, operator, values}] of requirements.entries()) {
		const at = `${path}.requirements[${index}]`;
		if (name === 'fieldSelector') {
			if (!key) {
				errors.push(required(`${at}.key`, 'must be specified'));
			}

			checkRequirementValues(errors, at, operator, values);
		} else {
			checkRequirementValues(errors, at, operator, values);
			checkLabelKey(errors, `${at}.key`, key ?? '');
			checkLabelValues(errors, `${at}.values`, values);
		}
	}

	return errors;
};
