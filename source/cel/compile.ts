import {check} from './checker.js';
import {estimateCost, type CostEstimator} from './cost-estimate.js';
import type {Range} from './cost-range.js';
import {evaluator, type Evaluate} from './evaluator.js';
import {displayIssues, type Issue} from './issue.js';
import {parse} from './parser.js';
import type {Type} from './type.js';
import type {Checked} from './checked.js';
import type {Environment} from './environment.js';

/** An expression ready to be evaluated. */
export interface Program {
	readonly source: string;
	readonly type: Type;
	readonly evaluate: Evaluate;
	/** Its maximum cost. */
	readonly estimate: (estimator: CostEstimator) => Range;
}

/** The errors of an expression, as cel-go shows them. */
export interface Compilation {
	readonly program?: Program;
	readonly issues?: string;
}

/** The parser of cel-go tolerates this many syntax errors, and gives up at the next. @mirrors parser.errorReportingLimit */
const mostSyntaxErrors = 100;

/** Parses, checks and prepares an expression. */
export const compile = (source: string, environment: Environment): Compilation => {
	const issues: Issue[] = [];
	const node = parse(source, issues);
	if (issues.length > 0) {
		return {issues: displayIssues(source, issues, Math.min(issues.length, mostSyntaxErrors + 1))};
	}

	const checked: Checked = check(node, environment, issues);
	return issues.length > 0
		? {issues: displayIssues(source, issues)}
		: {
				program: {
					source,
					type: checked.type,
					evaluate: evaluator(node, checked),
					estimate: (estimator) => estimateCost(node, checked, estimator),
				},
			};
};
