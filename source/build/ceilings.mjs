// Counts what silences the compiler (casts, `!`, `any`, double casts), functions that are too long to read at once, and conditional
// expressions within others, in the hand-written sources; what silences it in tests is one number of its own. `npm run lint` fails when a number is above its ceiling.
//
//   node source/build/ceilings.mjs              one line per kind; exit code 1 above a ceiling
//   node source/build/ceilings.mjs --lower      sets each ceiling that is above its number to the number
//   node source/build/ceilings.mjs --rooms      the numbers of each room, tests apart
//   node source/build/ceilings.mjs --list any   the places of one kind
//
// Ceilings can only fall: a ceiling above the lowest one that was ever committed is refused.
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import {parseArgs} from 'node:util';
import {
	isArrowFunction,
	isAsExpression,
	isConditionalExpression,
	isConstructorDeclaration,
	isFunctionDeclaration,
	isFunctionExpression,
	isGetAccessorDeclaration,
	isMethodDeclaration,
	isNonNullExpression,
	isParenthesizedExpression,
	isSetAccessorDeclaration,
	isTypeAssertion,
	isTypeReferenceNode,
	SyntaxKind,
} from 'typescript/unstable/ast';
import {API} from 'typescript/unstable/sync';
import {lowestCommitted} from './lowest-committed.mjs';

/** The most lines of a function that needs no reason for its length. */
const longestLines = 70;

/** What is counted, in the order it is printed: the key in ceilings.json → what the printed line calls it. */
const kinds = {
	casts: 'casts (`as X`)',
	nonNull: 'non-null assertions (`x!`)',
	any: 'types `any`',
	doubleCasts: 'double casts (`as unknown as X`, `as never`)',
	longFunctions: `functions above ${longestLines} lines without a line "Long because …" in their docstring`,
	nestedTernaries: 'conditional expressions within others (`a ? x : b ? y : z`)',
	inTests: 'casts, `!` and `any` in tests',
};

/** Whether a file is a test, or what tests are made of. */
const isTest = (name) => /\.test\.tsx?$|^source\/testing\//.test(name);

/** Whether a finding counts for a kind. */
const counts = (kind, found) =>
	kind === 'inTests'
		? isTest(found.name) && ['casts', 'nonNull', 'any'].includes(found.kind)
		: found.kind === kind && !isTest(found.name);

const isFunction = (node) =>
	isArrowFunction(node) ||
	isFunctionDeclaration(node) ||
	isFunctionExpression(node) ||
	isMethodDeclaration(node) ||
	isConstructorDeclaration(node) ||
	isGetAccessorDeclaration(node) ||
	isSetAccessorDeclaration(node);

/** The parts of an expression or declaration that begin a function's text: its docstring stands before the outermost of them. */
const leadsTo = new Set([
	SyntaxKind.VariableDeclaration,
	SyntaxKind.VariableDeclarationList,
	SyntaxKind.VariableStatement,
	SyntaxKind.PropertyAssignment,
	SyntaxKind.PropertyDeclaration,
	SyntaxKind.ExpressionStatement,
	SyntaxKind.CallExpression,
	SyntaxKind.ReturnStatement,
	// A function that is all that another one returns.
	SyntaxKind.ArrowFunction,
	SyntaxKind.ExportAssignment,
]);

const isExcused = (node, text) => {
	for (let at = node; ; at = at.parent) {
		if (/^[\s/*]*Long because \S/m.test(text.slice(at.pos, at.getStart()))) {
			return true;
		}

		if (!leadsTo.has(at.parent?.kind)) {
			return false;
		}
	}
};

const withoutParentheses = (node) => (isParenthesizedExpression(node) ? withoutParentheses(node.expression) : node);
const isConst = (type) => isTypeReferenceNode(type) && type.typeName.text === 'const';
const isCast = (node) => (isAsExpression(node) || isTypeAssertion(node)) && !isConst(node.type);
const isDoubleCast = (node) =>
	node.type.kind === SyntaxKind.NeverKeyword ||
	(isCast(withoutParentheses(node.expression)) && node.type.kind !== SyntaxKind.UnknownKeyword);

/** Whether a declaration says that its value is there without giving it: `later!: string`. */
const isAssigned = (node) => (node.postfixToken ?? node.exclamationToken)?.kind === SyntaxKind.ExclamationToken;

/** The node around a node, without parentheses. */
const outerOf = ({parent}) => (isParenthesizedExpression(parent) ? outerOf(parent) : parent);

/** Everything that is counted in one file, as `{kind, line, name}`. */
const findingsOf = (file) => {
	const found = [];
	const lineOf = (position) => file.getLineAndCharacterOfPosition(position).line + 1;
	const visit = (node) => {
		const add = (kind) => found.push({kind, line: lineOf(node.getStart())});
		if (isCast(node)) {
			add('casts');
			if (isDoubleCast(node)) {
				add('doubleCasts');
			}
		} else if (isNonNullExpression(node) || isAssigned(node)) {
			add('nonNull');
		} else if (node.kind === SyntaxKind.AnyKeyword) {
			add('any');
		} else if (isConditionalExpression(node) && isConditionalExpression(outerOf(node))) {
			add('nestedTernaries');
		} else if (
			isFunction(node) &&
			lineOf(node.end) - lineOf(node.getStart()) >= longestLines &&
			!isExcused(node, file.text)
		) {
			add('longFunctions');
		}

		node.forEachChild(visit);
	};

	visit(file);
	return found;
};

/** Findings in all hand-written sources of the project in `folder`, as `{kind, name, line}`. */
const findings = (folder) => {
	const api = new API({cwd: folder});
	try {
		const [project] = api.updateSnapshot({openProjects: [path.join(folder, 'tsconfig.json')]}).getProjects();
		return project.rootFiles
			.filter((name) => !/\.generated\.tsx?$/.test(name))
			.flatMap((name) =>
				findingsOf(project.program.getSourceFile(name)).map((found) => ({
					...found,
					name: path.relative(folder, name).replaceAll(path.sep, '/'),
				})),
			);
	} finally {
		api.close();
	}
};

const {values} = parseArgs({
	options: {
		lower: {type: 'boolean', default: false},
		rooms: {type: 'boolean', default: false},
		list: {type: 'string'},
		project: {type: 'string', default: path.join(import.meta.dirname, '../..')},
	},
});
const ceilingsFile = path.join(values.project, 'source/build/ceilings.json');
const ceilings = JSON.parse(readFileSync(ceilingsFile, 'utf8'));
const found = findings(values.project);
const numbers = Object.fromEntries(
	Object.keys(kinds).map((kind) => [kind, found.filter((one) => counts(kind, one)).length]),
);

/** What is wrong with a number or its ceiling, if anything. */
const wrongWith = (kind, ceiling, lowest) => {
	if (!Number.isInteger(ceiling)) {
		return `ceilings.json has no whole number for "${kind}"`;
	}

	if (ceiling > lowest) {
		return `the ceiling was ${lowest} before: it can only fall`;
	}

	return numbers[kind] > ceiling ? `${numbers[kind] - ceiling} too many; --list ${kind} shows the places` : undefined;
};

if (values.list !== undefined) {
	if (!(values.list in kinds)) {
		throw new Error(`--list: no kind "${values.list}"; the kinds are ${Object.keys(kinds).join(', ')}`);
	}

	for (const {name, line} of found.filter((one) => counts(values.list, one))) {
		console.log(`${name}:${line}`);
	}
} else if (values.rooms) {
	const rooms = {};
	for (const {kind, name} of found) {
		const room = `${name.split('/')[1]}${isTest(name) ? ' (tests)' : ''}`;
		rooms[room] ??= {casts: 0, nonNull: 0, any: 0, doubleCasts: 0, longFunctions: 0, nestedTernaries: 0};
		rooms[room][kind]++;
	}

	console.table(Object.fromEntries(Object.entries(rooms).sort(([a], [b]) => (a < b ? -1 : 1))));
} else {
	const lowest = lowestCommitted(values.project, ceilingsFile);
	for (const [kind, what] of Object.entries(kinds)) {
		const wrong = wrongWith(kind, ceilings[kind], lowest[kind] ?? Infinity);
		console.log(`${what}: ${numbers[kind]}, ceiling ${ceilings[kind]}${wrong === undefined ? '' : ` ← ${wrong}`}`);
		if (wrong !== undefined) {
			process.exitCode = 1;
		}
	}

	if (values.lower) {
		const lowered = Object.fromEntries(
			Object.entries(numbers).map(([kind, number]) => [kind, Math.min(number, ceilings[kind] ?? Infinity)]),
		);
		writeFileSync(ceilingsFile, `${JSON.stringify(lowered, undefined, '\t')}\n`);
	}
}
