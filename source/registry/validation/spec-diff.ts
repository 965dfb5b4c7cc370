import {internalForm, type APIType} from './internal-form.js';
import {difflibDiff} from '../../go/difflib.js';

/** The forbidden changes, as shown below the error: the different lines of Go's forms of both. */
export const specDiff = (old: unknown, now: unknown, type: APIType): string =>
	difflibDiff(
		JSON.stringify(internalForm(old, type), undefined, 1),
		JSON.stringify(internalForm(now, type), undefined, 1),
	);
