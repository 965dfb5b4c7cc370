import {streamChannels, type Stream} from './request.js';

type Outcome = {readonly exitCode: number} | {readonly problem: string};

const statusOf = (outcome: Outcome): object => {
	if ('problem' in outcome) {
		return {
			metadata: {},
			status: 'Failure',
			message: `Internal error occurred: ${outcome.problem}`,
			reason: 'InternalError',
			details: {causes: [{message: outcome.problem}]},
			code: 500,
		};
	}

	if (outcome.exitCode === 0) {
		return {metadata: {}, status: 'Success'};
	}

	return {
		metadata: {},
		status: 'Failure',
		message: `command terminated with non-zero exit code: exit status ${outcome.exitCode}`,
		reason: 'NonZeroExitCode',
		details: {causes: [{reason: 'ExitCode', message: String(outcome.exitCode)}]},
	};
};

/** The end of a session, on its error channel: the status from which `kubectl` derives its exit code. */
export const endSession = ({send}: Stream, outcome: Outcome): void => {
	send(streamChannels.error, JSON.stringify(statusOf(outcome)), true);
};
