import {breakpointTerms, namedTerm, parseBreakpoint, type Breakpoint} from '../debugger/breakpoint.js';
import {errorLine} from '../kernel/error-text.js';
import {closest, Mistake} from '../scenario/mistake.js';
import {isStagePattern, stageNames} from '../stages/stage-pattern.js';
import {registryPrefix, resourceMeant} from '../objects/resources.js';

/** `pod/web` as a ledger key; without a namespace, in `default`. A key stays as it is. */
const keyOf = (name: string): string => {
	const [kind = '', ...rest] = name.split('/');
	const resource = resourceMeant(kind);
	return resource === undefined
		? name
		: `${registryPrefix(resource)}/${resource.namespaced && rest.length === 1 ? 'default/' : ''}${rest.join('/')}`;
};

/**
The condition of a fault's `when=`, in the words of a breakpoint.

@throws {Mistake} with the wrong word.
*/
export const conditionOf = (words: string): Breakpoint => {
	const terms = breakpointTerms(words).map((term) => {
		const {name, value = term} = namedTerm(term) ?? {};
		return (name === undefined && term.includes('/')) || name === 'object' ? `object=${keyOf(value)}` : term;
	});
	const mistake = (why: string): Mistake =>
		new Mistake(`when=${words}: ${why}`, {}, "write it as a breakpoint: when='scheduler.bind pod/web'");
	let condition: Breakpoint;
	try {
		condition = parseBreakpoint(terms.join(' '), 0);
	} catch (error) {
		throw mistake(errorLine(error));
	}

	const {stage} = condition;
	if (stage !== undefined && !isStagePattern(stage)) {
		const near = closest(stage, stageNames());
		throw mistake(`there is no stage "${stage}"${near === undefined ? '' : `; did you mean ${near}?`}`);
	}

	return condition;
};
