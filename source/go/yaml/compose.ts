// `yaml`, because its trees know the place of each value: errors name line and column, and `check --fix` changes the text in place. js-yaml, three
// times as fast, gives values without places (manual/own-code.md); go-yaml's own words for a fault come from scanner.ts.
import {Composer, isScalar, Lexer, LineCounter, parseDocument, Parser, visit, type Document} from 'yaml';
import {yamlSyntaxError} from './syntax.js';

const options = {schema: 'failsafe', uniqueKeys: false, logLevel: 'silent', prettyErrors: false} as const;

/** Whether an error is about `\'` in double quotes, which YAML 1.2 refuses and go-yaml accepts. */
const isApostrophe = ({code, message}: Document['errors'][number]): boolean =>
	code === 'BAD_DQ_ESCAPE' && message === String.raw`Invalid escape sequence \'`;

/**
Reads `\'` in double quotes as an apostrophe.

@mirrors sigs.k8s.io/yaml/goyaml.v2 yaml_parser_scan_flow_scalar
*/
const readApostrophes = (document: Document, text: string): void => {
	document.errors = document.errors.filter((error) => !isApostrophe(error));
	visit(document, {
		Scalar(_, node) {
			if (node.type !== 'QUOTE_DOUBLE' || !node.range) {
				return;
			}

			const quoted = text.slice(node.range[0], node.range[1]);
			const usual = quoted.replaceAll(/\\(.)/gs, (escape, character) => (character === "'" ? "'" : escape));
			const {contents} = parseDocument(usual, options);
			node.value = isScalar(contents) ? contents.value : node.value;
		},
	});
};

/**
The documents of a text as trees, each on demand; all scalars are text. A tree takes some 200 bytes per character: a reader that releases
each tree before the next one needs memory only for the largest document.

@param lines counts the lines
*/
export function* composed(text: string, lines = new LineCounter(), lexer = new Lexer()): Generator<Document, void> {
	const parser = new Parser(lines.addNewLine);
	const lexemes = function* () {
		lines.addNewLine(0);
		for (const lexeme of lexer.lex(text)) {
			yield* parser.next(lexeme);
		}

		yield* parser.end();
	};
	for (const document of new Composer(options).compose(lexemes())) {
		const read = document as unknown as Document;
		if (read.errors.some((error) => isApostrophe(error))) {
			readApostrophes(read, text);
		}

		yield read;
	}
}

/** The documents as upstream splits a file: before it parses any, with line numbers per document. */
const pieces = (text: string): readonly string[] => text.split(/^---[ \t\r]*\n/m);

/** The first fault of a text, in go-yaml's words. */
export const faultOf = (text: string): string | undefined => {
	for (const piece of pieces(text)) {
		const fault = yamlSyntaxError(piece);
		if (fault !== undefined) {
			return fault;
		}
	}

	return undefined;
};

/**
A lexer that accepts quoted texts, braces and brackets that continue with less indentation than YAML 1.2 allows: go-yaml ignores their indentation.

@mirrors sigs.k8s.io/yaml/goyaml.v2 yaml_parser_scan_flow_scalar, yaml_parser_unroll_indent
*/
export const looseLexer = (): Lexer | undefined => {
	const lexer = new Lexer();
	for (const name of ['parseQuotedScalar', 'parseFlowCollection']) {
		const scan: unknown = Reflect.get(lexer, name);
		if (typeof scan !== 'function') {
			return undefined;
		}

		Reflect.set(lexer, name, function* () {
			const indent: unknown = Reflect.get(lexer, 'indentNext');
			Reflect.set(lexer, 'indentNext', 0);
			const next: unknown = yield* Reflect.apply(scan, lexer, []);
			Reflect.set(lexer, 'indentNext', indent);
			return next;
		});
	}

	return lexer;
};

/** Selects from the documents of a text, parsed as YAML 1.2, or, after mistakes, as tolerantly as go-yaml. */
const chosen = <T>(text: string, choose: (documents: Iterable<Document>) => T): T => {
	let isWrong = false;
	const watched = function* (documents: Iterable<Document>) {
		for (const document of documents) {
			isWrong ||= document.errors.length > 0;
			yield document;
		}
	};
	const strict = choose(watched(composed(text)));
	const lexer = isWrong && faultOf(text) === undefined ? looseLexer() : undefined;
	if (!lexer) {
		return strict;
	}

	isWrong = false;
	const loose = choose(watched(composed(text, new LineCounter(), lexer)));
	return isWrong ? strict : loose;
};

const isEmpty = ({contents}: Document): boolean => contents === null || (isScalar(contents) && contents.value === '');

/** The tree of one document of a text, from 0; empty ones do not count. All scalars are text. */
export const documentAt = (text: string, index: number): Document | undefined =>
	chosen(text, (documents) => {
		let left = index;
		for (const document of documents) {
			if (!isEmpty(document) && left-- === 0) {
				return document;
			}
		}

		return undefined;
	});
