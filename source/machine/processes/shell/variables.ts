/** A variable of a shell. */
export interface Variable {
	/** A list has its elements by index, a map by key. */
	readonly value: string | ReadonlyMap<string, string> | undefined;
	readonly isExported: boolean;
	readonly isReadonly: boolean;
	/** An associative array. */
	readonly isMap?: boolean;
}

/** The value of a variable without an index: of an array its first element. */
export const scalarOf = (variable: Variable | undefined): string | undefined =>
	typeof variable?.value === 'object' ? variable.value.get('0') : variable?.value;

/** An attempt to change a readonly variable. */
export class ReadonlyVariable {
	constructor(readonly name: string) {}
}

/** The variables of a shell: functions hide those of their callers by `local`. */
export class Variables {
	readonly #all: Map<string, Variable>;
	/** The variables that `local` has hidden, per function that runs. */
	readonly #hidden: Array<Map<string, Variable | undefined>> = [];

	/** @param reserve reserves memory. */
	constructor(
		readonly reserve: (characters: number) => void,
		all: Iterable<readonly [string, Variable]> = [],
	) {
		this.#all = new Map(all);
	}

	/** The variables of a subshell. */
	copy(): Variables {
		this.reserve(this.#all.size * 8);
		return new Variables(this.reserve, this.#all);
	}

	get(name: string): Variable | undefined {
		return this.#all.get(name);
	}

	get names(): readonly string[] {
		return [...this.#all.keys()];
	}

	/** @throws {ReadonlyVariable} @throws {OutOfMemory} */
	set(name: string, value: Variable['value'], flags: Partial<Omit<Variable, 'value'>> = {}): void {
		const known = this.#all.get(name);
		if (known?.isReadonly) {
			throw new ReadonlyVariable(name);
		}

		this.reserve(sizeOf(value) - sizeOf(known?.value));
		const variable = {isExported: false, isReadonly: false, ...known, ...flags, value};
		this.#all.set(name, variable);
	}

	/** Sets an element of an array. */
	setElement(name: string, key: string, value: string): void {
		const known = this.#all.get(name);
		const elements = new Map<string, string>(typeof known?.value === 'object' ? known.value : []);
		if (typeof known?.value === 'string') {
			elements.set('0', known.value);
		}

		this.reserve(0);
		this.set(name, elements.set(key, value));
	}

	unset(name: string): void {
		if (this.#all.get(name)?.isReadonly) {
			throw new ReadonlyVariable(name);
		}

		this.#all.delete(name);
	}

	/** A function begins. */
	enter(): void {
		this.#hidden.push(new Map());
	}

	/** A function ends. */
	leave(): void {
		for (const [name, variable] of this.#hidden.pop() ?? []) {
			if (variable) {
				this.#all.set(name, variable);
			} else {
				this.#all.delete(name);
			}
		}
	}

	/** Hides a variable until the end of the current function. @returns false outside functions. */
	hide(name: string, keepsValue: boolean): boolean {
		const hidden = this.#hidden.at(-1);
		if (!hidden) {
			return false;
		}

		if (!hidden.has(name)) {
			const known = this.#all.get(name);
			hidden.set(name, known);
			if (!keepsValue) {
				this.#all.delete(name);
			}
		}

		return true;
	}

	/** The environment of programs. */
	get environment(): Map<string, string> {
		const environment = new Map<string, string>();
		for (const [name, variable] of this.#all) {
			const value = scalarOf(variable);
			if (variable.isExported && value !== undefined) {
				environment.set(name, value);
			}
		}

		return environment;
	}
}

const sizeOf = (value: Variable['value']): number => {
	if (typeof value !== 'object') {
		return value?.length ?? 0;
	}

	let size = 0;
	for (const [key, element] of value) {
		size += key.length + element.length + 50;
	}

	return size;
};
