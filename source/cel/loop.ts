import type {Checked} from './checker.js';
import {OutOfBudget, type Evaluation, type Plan, type Scope, type Step} from './step.js';
import type {Macro} from './syntax.js';
import {CelError, elementsOf, entriesOf, List, Optional, type Value} from './value.js';

/** What a loop goes over: one value each round, or two. */
const roundsOf = (range: Value, count: number): ReadonlyArray<readonly Value[]> => {
	const elements = elementsOf(range);
	if (elements) {
		return count === 1 ? elements.map((item) => [item]) : elements.map((item, index) => [BigInt(index), item]);
	}

	const entries = entriesOf(range);
	if (!entries) {
		throw new CelError('no such overload');
	}

	return count === 1 ? entries.map(([key]) => [key]) : entries;
};

/** A loop over a list or a map. @mirrors interpreter.evalFold with the macros of parser/macro.go */
export const loop = (node: Macro, checked: Checked, scope: Scope, plan: Plan): Step => {
	const range = plan(node.range, checked, scope);
	const inner = [...scope, ...node.names];
	const condition = node.condition && plan(node.condition, checked, inner);
	const result = node.result && plan(node.result, checked, inner);
	const bind = (frame: Evaluation, values: readonly Value[]): void => {
		for (const [index, value] of values.entries()) {
			frame.locals[scope.length + index] = value;
		}

		frame.meter.spend(3);
	};
	const holds = (frame: Evaluation): boolean => {
		const value = condition ? condition(frame) : true;
		if (typeof value !== 'boolean') {
			throw new CelError('no such overload');
		}

		return value;
	};
	const rounds = (frame: Evaluation) => roundsOf(range(frame), node.names.length);

	switch (node.macro) {
		case 'all':
		case 'exists': {
			const decisive = node.macro === 'exists';
			return (frame) => {
				let failure: CelError | undefined;
				for (const values of rounds(frame)) {
					bind(frame, values);
					try {
						if (holds(frame) === decisive) {
							return decisive;
						}
					} catch (error) {
						if (!(error instanceof CelError) || error instanceof OutOfBudget) {
							throw error;
						}

						failure ??= error;
					}
				}

				if (failure) {
					throw failure;
				}

				return !decisive;
			};
		}

		case 'exists_one': {
			return (frame) => {
				let count = 0;
				for (const values of rounds(frame)) {
					bind(frame, values);
					count += holds(frame) ? 1 : 0;
				}

				return count === 1;
			};
		}

		case 'filter':
		case 'map':
		case 'transformList': {
			return (frame) => {
				frame.meter.spend(10);
				const items: Value[] = [];
				for (const values of rounds(frame)) {
					bind(frame, values);
					if (holds(frame)) {
						frame.meter.spend(10);
						items.push(result ? result(frame) : values[0]!);
					}
				}

				return new List(items);
			};
		}

		case 'transformMap':
		case 'transformMapEntry': {
			return (frame) => {
				frame.meter.spend(30);
				const map = new Map<Value, Value>();
				for (const values of rounds(frame)) {
					bind(frame, values);
					if (!holds(frame)) {
						continue;
					}

					const made = result!(frame);
					for (const [key, value] of node.macro === 'transformMap'
						? [[values[0]!, made] as const]
						: (entriesOf(made) ?? [])) {
						if (map.has(key)) {
							throw new CelError(`insert failed: key ${String(key)} already exists`);
						}

						map.set(key, value);
					}
				}

				return map;
			};
		}

		default: {
			return (frame) => {
				const value = range(frame);
				if (!(value instanceof Optional)) {
					throw new CelError('no such overload');
				}

				if (value.value === undefined) {
					return value;
				}

				bind(frame, [value.value]);
				const made = result!(frame);
				return node.macro === 'optMap' ? new Optional(made) : made;
			};
		}
	}
};
