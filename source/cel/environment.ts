import type {Functions} from './function.js';
import type {ObjectType, Type} from './type.js';

/** The names that expressions can refer to. */
export interface Environment {
	readonly variables: Readonly<Record<string, Type>>;
	readonly functions: Functions;
	/** Types that expressions can create values of: `Object.spec{…}`. */
	readonly structType?: (name: string) => ObjectType | undefined;
}
