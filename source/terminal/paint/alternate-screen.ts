import process from 'node:process';

const enterAlternateScreen = '\u001B[?1049h\u001B[?25l\u001B[2J\u001B[H';
const leaveAlternateScreen = '\u001B[?1049l\u001B[?25h';

/** Presses, drags and the wheel, in coordinates of any size; with a modifier the terminal itself selects. */
const mouseOn = '\u001B[?1002h\u001B[?1006h';
const mouseOff = '\u001B[?1006l\u001B[?1002l';

const signals = ['SIGHUP', 'SIGTERM', 'SIGINT'] as const;

/** The time in which a signal that was sent during another program arrives, in milliseconds. */
const signalMs = 100;

/** Performs work during which Ctrl-C is for another program: until its end, Ctrl-C does not end this one. */
const withoutInterrupts = <T>(
	held: ReadonlyArray<readonly [signal: NodeJS.Signals, end: () => void]>,
	isTaken: () => boolean,
	work: () => T,
): T => {
	const ignore = (): void => {};
	process.on('SIGINT', ignore);
	for (const [signal, end] of held) {
		process.off(signal, end);
	}

	try {
		return work();
	} finally {
		// A signal sent in the meantime arrives with the next turn.
		setTimeout(() => {
			process.off('SIGINT', ignore);
			for (const [signal, end] of isTaken() ? held : []) {
				process.prependListener(signal, end);
			}
		}, signalMs).unref();
	}
};

/** A terminal in full-screen mode. */
export interface TakenTerminal {
	/** Restores the terminal; repeated calls have no effect. */
	readonly restore: () => void;
	/** Returns the terminal to the shell until `fg`, as Ctrl-Z usually does. */
	readonly suspend: () => void;
	/** Passes the terminal to another program, such as an editor, until `work` returns. Ctrl-C is for that program. */
	readonly lend: <T>(work: () => T) => T;
}

const give = (mouse: boolean): void => {
	if (process.stdin.isTTY) {
		process.stdin.setRawMode(false);
	}

	process.stdout.write((mouse ? mouseOff : '') + leaveAlternateScreen);
};

const take = (mouse: boolean): void => {
	if (process.stdin.isTTY) {
		process.stdin.setRawMode(true);
	}

	process.stdout.write(enterAlternateScreen + (mouse ? mouseOn : ''));
};

/** For each signal that ends the program, the function that ends it in the same way after the terminal is restored. */
const endings = (restore: () => void) =>
	signals.map((signal) => {
		const end = (): void => {
			restore();
			// Our handler is gone by now: this ends the program as the signal would have.
			process.kill(process.pid, signal);
		};

		return [signal, end] as const;
	});

/**
Switches the terminal to a full screen, and restores it at every end of the program: a normal one, a crash (whose report then stays readable), or a signal.

@param mouse whether clicks go to the program instead of the terminal's own selection.
@param onResumed draws again after a suspension.
*/
export const takeTerminal = (mouse: boolean, onResumed: () => void): TakenTerminal => {
	let taken = true;
	const resumed = () => {
		take(mouse);
		onResumed();
	};

	const restore = () => {
		if (!taken) {
			return;
		}

		taken = false;
		try {
			give(mouse);
		} catch {
			// The terminal itself is gone: nothing is left to restore.
		}

		process.off('SIGCONT', resumed);
		process.off('exit', restore);
		process.off('uncaughtExceptionMonitor', restore);
		for (const [signal, handler] of handlers) {
			process.off(signal, handler);
		}
	};

	const handlers = endings(restore);
	// Input before the first frame is already a key, not a line.
	take(mouse);
	process.once('exit', restore);
	process.once('uncaughtExceptionMonitor', restore);
	for (const [signal, handler] of handlers) {
		process.prependListener(signal, handler);
	}

	return {
		lend: (work) => {
			const held = handlers.filter(([signal]) => signal === 'SIGINT');
			give(mouse);
			try {
				return withoutInterrupts(held, () => taken, work);
			} finally {
				resumed();
			}
		},
		restore,
		suspend: () => {
			give(mouse);
			process.once('SIGCONT', resumed);
			// To the whole group, as the terminal itself would: npm waits in it.
			process.kill(0, 'SIGTSTP');
		},
	};
};
