import type {Routine} from '../../../kernel/routine.js';
import {matches} from '../shell/pattern.js';
import type {Task} from '../task.js';
import {attempt, complain, pathIn, runOther} from './program.js';
import {namesIn, walk, type Found} from './walk.js';

/** `-mtime +7`, `-size +1k`: whether a number is more, less or equal. */
const compares = (text: string, value: number): boolean => {
	const wanted = Number(/\d+/.exec(text)?.[0] ?? 0);
	if (text.startsWith('+')) {
		return value > wanted;
	}

	if (text.startsWith('-')) {
		return value < wanted;
	}

	return value === wanted;
};

/** Bytes of a unit of `-size`; without one it counts blocks. */
const bytesOf = new Map([
	['c', 1],
	['k', 1024],
	['M', 1_048_576],
	['G', 1_073_741_824],
]);
const block = 512;

type Test = (found: Found) => boolean;

interface FindQuery {
	readonly tests: Test[];
	readonly actions: ReadonlyArray<readonly string[]>;
	readonly deletes: boolean;
	readonly minDepth: number;
	readonly maxDepth: number;
	readonly separator: string;
	readonly prunes: boolean;
}

/**
The expression of `find`.

Long because each word is a case.

@returns a word that is not simulated, if there is one.
*/
const findQuery = (task: Task, words: readonly string[]): FindQuery | {readonly unknown: string} => {
	/** Alternatives of conditions that hold together. */
	const groups: Test[][] = [[]];
	const actions: string[][] = [];
	const other = {deletes: false, minDepth: 0, maxDepth: Number.POSITIVE_INFINITY, separator: '\n'};
	let negates = false;
	const add = (test: Test): void => {
		const isNegated = negates;
		groups.at(-1)?.push((found) => test(found) !== isNegated);
		negates = false;
	};

	for (let index = 0; index < words.length; index++) {
		const word = words[index] ?? '';
		const value = (): string => words[++index] ?? '';
		switch (word) {
			case '-name':
			case '-iname': {
				const pattern = value();
				const fold = (text: string): string => (word === '-iname' ? text.toLowerCase() : text);
				add(({path}) => matches(fold(pattern), fold(path.replace(/\/$/, '').replace(/^.*\//, ''))));
				break;
			}

			case '-path': {
				const pattern = value();
				add(({path}) => matches(pattern, path));
				break;
			}

			case '-type': {
				const kind = value();
				add(({stat}) => stat.kind.startsWith(kind));
				break;
			}

			case '-empty': {
				add(({path, stat}) => (stat.kind === 'directory' ? namesIn(task, path).length === 0 : stat.size === 0));
				break;
			}

			case '-size': {
				const [, size = '0', unit = 'b'] = /^([-+]?\d+)([ckMGb]?)$/.exec(value()) ?? [];
				const bytes = bytesOf.get(unit) ?? block;
				add(({stat}) => compares(size, Math.ceil(stat.size / bytes)));
				break;
			}

			case '-mtime':
			case '-mmin': {
				const text = value();
				const unitMs = word === '-mtime' ? 86_400_000 : 60_000;
				add(({stat}) => compares(text, Math.floor((task.kernel.wallClockMs - stat.modifiedMs) / unitMs)));
				break;
			}

			case '-newer': {
				const time = task.files.stat(pathIn(task, value()))?.modifiedMs ?? 0;
				add(({stat}) => stat.modifiedMs > time);
				break;
			}

			case '-maxdepth': {
				other.maxDepth = Number(value());
				break;
			}

			case '-mindepth': {
				other.minDepth = Number(value());
				break;
			}

			case '!':
			case '-not': {
				negates = true;
				break;
			}

			case '-o':
			case '-or': {
				groups.push([]);
				break;
			}

			case '-exec': {
				const end = words.findIndex((one, at) => at > index && (one === ';' || one === '+'));
				if (end === -1) {
					return {unknown: '-exec'};
				}

				actions.push(words.slice(index + 1, end + 1));
				index = end;
				break;
			}

			case '-delete': {
				other.deletes = true;
				break;
			}

			case '-print0': {
				other.separator = '\0';
				break;
			}

			case '(':
			case ')':
			case '-print':
			case '-a':
			case '-and':
			case '-xdev':
			case '-follow':
			case '-depth': {
				break;
			}

			default: {
				return {unknown: word};
			}
		}
	}

	return {
		tests: [(found) => groups.some((group) => group.every((test) => test(found)))],
		actions,
		prunes: false,
		...other,
	};
};

/** `find`. @returns the exit code. */
export function* find(task: Task, args: readonly string[]): Routine<number> {
	const start = args.findIndex((word) => /^[-!(]/.test(word) && !/^-[LHP]$/.test(word));
	const paths = args.slice(0, start === -1 ? undefined : start).filter((word) => !/^-[LHP]$/.test(word));
	const query = findQuery(task, start === -1 ? [] : args.slice(start));
	if ('unknown' in query) {
		yield* task.table.machine.assume(task, `find ${query.unknown}`);
		return 0;
	}

	let status = 0;
	for (const path of paths.length === 0 ? ['.'] : paths) {
		if (!task.files.stat(pathIn(task, path))) {
			yield* complain(
				task,
				task.isBusybox ? `${path}: No such file or directory` : `'${path}': No such file or directory`,
			);
			status = 1;
			continue;
		}

		const all = walk(task, [path]);
		yield* task.spend(all.length / 5);
		const found = all.filter(
			(one) => one.depth >= query.minDepth && one.depth <= query.maxDepth && query.tests.every((test) => test(one)),
		);
		for (const one of query.deletes ? found.toReversed() : found) {
			if (query.deletes) {
				yield* attempt(
					task,
					() => task.files.remove(pathIn(task, one.path)),
					({description}) => `cannot delete '${one.path}': ${description}`,
				);
			} else if (query.actions.length === 0) {
				yield* task.out(one.path + query.separator);
			}
		}

		for (const action of query.actions) {
			const words = action.slice(0, -1);
			if (action.at(-1) === '+') {
				if (found.length > 0) {
					yield* runOther(
						task,
						words.flatMap((word) => (word === '{}' ? found.map((one) => one.path) : [word])),
					);
				}

				continue;
			}

			for (const one of found) {
				yield* task.spend(5);
				yield* runOther(
					task,
					words.map((word) => word.replaceAll('{}', one.path)),
				);
			}
		}
	}

	return status;
}
