import type {Overload} from '../function.js';
import {arithmetic} from './arithmetic.js';
import {comparison} from './comparison.js';
import {conversion} from './conversion.js';
import {listMaking} from './list-making.js';
import {lists} from './lists.js';
import {optional} from './optional.js';
import {strings} from './strings.js';
import {time} from './time.js';

/** The functions of the language and of its common extensions. @see https://github.com/google/cel-spec/blob/master/doc/langdef.md */
export const standard: readonly Overload[] = [
	...arithmetic,
	...comparison,
	...conversion,
	...time,
	...strings,
	...lists,
	...listMaking,
	...optional,
];
