import {goJSON} from '../go/encode-json.js';
import {goSyntax} from '../go/print.js';
import {JSONPathError} from '../go/json-path/parser.js';
import {compilePath, foundText} from '../go/json-path/json-path.js';
import {CommandFailure} from './failure.js';

/** A template as commands use it. */
export interface JSONPath {
	/**
	The output of the template for an object.

	@throws {CommandFailure} if the template cannot be executed.
	*/
	readonly text: (object: unknown) => string;
	/** The finds of each of its expressions, as a list in JSON. */
	readonly json: (object: unknown) => string;
	/**
	The finds of each of its pieces.

	@throws {CommandFailure}
	*/
	readonly results: (object: unknown) => ReadonlyArray<readonly unknown[]>;
	/**
	The values that the first piece finds.

	@throws {CommandFailure}
	*/
	readonly find: (object: unknown) => readonly unknown[];
}

/**
Works with a path; an error in the path ends the command.

@param told the command's own text for the error.
*/
export const withPath = <T>(act: () => T, told: (message: string) => string = (message) => message): T => {
	try {
		return act();
	} catch (error) {
		throw error instanceof JSONPathError ? new CommandFailure(told(error.message)) : error;
	}
};

/** An expression as users write it, `.metadata.name` or `metadata.name`, in the braces of JSONPath. */
export const relaxed = (expression: string): string => {
	if (expression === '') {
		return '';
	}

	const match = /^\{\.?([^{}]+)\}$|^\.?([^{}]+)$/.exec(expression);
	if (!match) {
		throw new CommandFailure(
			`unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'`,
		);
	}

	return `{.${match[1] ?? match[2]}}`;
};

/**
A template for looking up values.

@param options `allowMissing`: a missing field is not an error.
@throws {CommandFailure} for a template that cannot be read.
*/
export const compileJSONPath = (template: string, options: {readonly allowMissing?: boolean} = {}): JSONPath => {
	const compiled = withPath(() => compilePath(template, options));
	const results: JSONPath['results'] = (object) => withPath(() => compiled.results(object));
	const print = (object: unknown, show: (values: readonly unknown[]) => string): string =>
		withPath(
			() =>
				compiled
					.results(object)
					.map((values) => show(values))
					.join(''),
			(message) =>
				`error executing jsonpath ${JSON.stringify(template)}: Error executing template: ${message}. Printing more information for debugging the template:\n\ttemplate was:\n\t\t${template}\n\tobject given to jsonpath engine was:\n\t\t${goSyntax(object)}\n\n\n`,
		);
	return {
		results,
		find: (object) => results(object)[0] ?? [],
		text: (object) => print(object, (values) => values.map((value) => foundText(value)).join(' ')),
		json: (object) => print(object, (values) => `${goJSON(values, {indent: 4})}\n`),
	};
};

/**
A template for `-o jsonpath=…`.

@throws {CommandFailure} for a template that cannot be read.
@see https://kubernetes.io/docs/reference/kubectl/jsonpath/
*/
export const parseJSONPath = (template: string, options: {readonly allowMissing?: boolean} = {}): JSONPath => {
	withPath(
		() => compilePath(template, options),
		(message) => `error parsing jsonpath ${template}, ${message}`,
	);
	return compileJSONPath(template, options);
};
