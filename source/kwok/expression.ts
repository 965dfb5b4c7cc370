import {kubernetesFunctions} from '../cel/kubernetes/library/kubernetes.js';
import {compile, type Program} from '../cel/compile.js';
import {toJSON} from '../cel/json.js';
import {dyn} from '../cel/type.js';
import {memoised} from '../kernel/memoised.js';
import {isRecord} from '../kernel/record.js';
import {jq} from './jq/evaluate.js';
import {parseJq} from './jq/parse.js';
import {JqError} from './jq/syntax.js';
import type {ExpressionFrom, Requirement} from './stage.js';

/** An expression that cannot be read, or a value that has the wrong type. */
export class ExpressionError extends Error {
	override name = 'ExpressionError';
}

/** The values of an expression without null; `undefined` after an error. @throws {ExpressionError} @mirrors pkg/utils/expression Query.Execute */
export const valuesOf = (expression: string, object: unknown): readonly unknown[] | undefined => {
	try {
		parseJq(expression);
	} catch (error) {
		throw error instanceof JqError ? new ExpressionError(error.message) : error;
	}

	try {
		return jq(expression, object).filter((value) => value !== null && value !== undefined);
	} catch (error) {
		if (error instanceof JqError) {
			return undefined;
		}

		throw error;
	}
};

const textOf = (value: unknown): string | undefined => {
	if (typeof value === 'string') {
		return value;
	}

	return typeof value === 'boolean' || Number.isInteger(value) ? String(value) : undefined;
};

/** Whether the values of an expression are as a requirement asks. @throws {ExpressionError} @mirrors pkg/utils/expression Requirement.Matches */
export const isMet = ({key, operator, values = []}: Requirement, object: unknown): boolean => {
	const found = valuesOf(key, object) ?? [];
	const isOneOf = (): boolean =>
		found.some((value) => {
			const text = textOf(value);
			return text !== undefined && values.includes(text);
		});
	switch (operator) {
		case 'In': {
			return isOneOf();
		}

		case 'NotIn': {
			return !isOneOf();
		}

		case 'Exists': {
			return found.length > 0;
		}

		default: {
			return found.length === 0;
		}
	}
};

const programOf = memoised((expression: string): Program | string => {
	const {program, issues} = compile(expression, {variables: {self: dyn}, functions: kubernetesFunctions});
	return program ?? String(issues);
}, 200);

/** The value of a CEL expression over `self`. Simplified: without KWOK's own functions. @throws {ExpressionError} */
export const celValue = (expression: string, self: unknown): unknown => {
	const program = programOf(expression);
	if (typeof program === 'string') {
		throw new ExpressionError(program);
	}

	try {
		return toJSON(program.evaluate({get: (name) => (name === 'self' && isRecord(self) ? self : undefined)}));
	} catch (error) {
		throw new ExpressionError(error instanceof Error ? error.message : String(error));
	}
};

/** The expression of jq, in the newer or the older form. */
export const jqOf = ({jq: newer, expressionFrom}: ExpressionFrom): string | undefined =>
	newer?.expression ?? expressionFrom;
