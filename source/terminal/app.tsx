import {Box, Text, useApp, useInput, useStdout, type Key} from 'ink';
import {useEffect, useMemo, useRef, useState, type ReactElement} from 'react';
import {press} from './press.js';
import {drawScreen} from './screen.js';
import type {State} from './state.js';
import {toneStyle} from './theme.js';
import type {Line} from './text.js';

/** Names a key as the key table does. */
export const keyName = (input: string, key: Key): string => {
	const named = (
		[
			['return', key.return],
			['escape', key.escape],
			['tab', key.tab],
			['backspace', key.backspace],
			['delete', key.delete],
			['up', key.upArrow],
			['down', key.downArrow],
			['left', key.leftArrow],
			['right', key.rightArrow],
			['pageup', key.pageUp],
			['pagedown', key.pageDown],
		] as const
	).find(([, pressed]) => pressed)?.[0];
	return named ?? (key.ctrl ? `ctrl+${input}` : input);
};

/** Rows of the screen; only what changed reaches the terminal. */
export const Rows = ({rows}: {readonly rows: readonly Line[]}): ReactElement => (
	<Box flexDirection="column">
		{rows.map((row, index) => (
			<Text key={index} wrap="truncate">
				{row.map(({text, tone}, part) => (
					<Text key={part} {...toneStyle(tone)}>
						{text}
					</Text>
				))}
			</Text>
		))}
	</Box>
);

/** The terminal's size, followed. One row is left free: a frame as tall as the terminal would make it scroll. */
export const useSize = (): {readonly columns: number; readonly rows: number} => {
	const {stdout} = useStdout();
	const read = () => ({columns: stdout.columns || 80, rows: Math.max(1, (stdout.rows || 24) - 1)});
	const [size, setSize] = useState(read);
	useEffect(() => {
		const resized = () => {
			setSize(read());
		};

		stdout.on('resize', resized);
		return () => {
			stdout.off('resize', resized);
		};
	}, [stdout]);
	return size;
};

/** The debugger: keys change the state, the state is drawn. */
export const Debugger = ({
	initial,
	files,
	ascii,
	onLeave,
	onChange,
}: {
	readonly initial: State;
	readonly files: Readonly<Record<string, string>>;
	readonly ascii: boolean;
	readonly onLeave?: (state: State) => void;
	readonly onChange?: (state: State) => void;
}): ReactElement => {
	const {exit} = useApp();
	const size = useSize();
	const [state, setState] = useState(initial);
	const current = useRef(initial);
	useInput((input, key) => {
		const keys =
			input.length > 1 && !key.ctrl && !key.meta && keyName(input, key) === input ? [...input] : [keyName(input, key)];
		for (const name of keys) {
			current.current = press(current.current, name, files);
			if (current.current.left) {
				if (onLeave) {
					onLeave(current.current);
				} else {
					exit();
				}

				return;
			}
		}

		onChange?.(current.current);
		setState(current.current);
	});
	const rows = useMemo(() => drawScreen(state, size, {ascii}), [state, size.columns, size.rows, ascii]);
	return <Rows rows={rows} />;
};
