import {internalForm, type APIType} from './internal-form.js';
import {difflibDiff} from '../../go/difflib.js';

/** What changed where nothing may, as it is shown below the refusal: the lines of Go's own form of both that differ. */
export const specDiff = (old: unknown, now: unknown, type: APIType): string =>
	difflibDiff(
		JSON.stringify(internalForm(old, type), undefined, 1),
		JSON.stringify(internalForm(now, type), undefined, 1),
	);
