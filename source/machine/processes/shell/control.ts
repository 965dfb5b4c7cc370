/** `exit`: thrown through a shell's commands. */
export class ShellExit {
	constructor(
		readonly status: number,
		/** The script requested it; otherwise, a mistake in the script is the reason. */
		readonly isAsked = false,
	) {}
}

/** `return`: ends a function, or a file that is read by `.`. */
export class Return {
	constructor(readonly status: number) {}
}

/** `break` and `continue`. */
export class LoopExit {
	constructor(
		/** The number of loops that it ends, from the innermost. */
		readonly levels: number,
		readonly continues: boolean,
	) {}
}
