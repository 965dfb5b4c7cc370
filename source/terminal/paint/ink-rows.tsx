import {Box, Text, useStdout} from 'ink';
import {useEffect, useState, type ReactElement} from 'react';
import type {Line, Size} from './text.js';
import {toneStyle} from './theme.js';

/** Rows as Ink elements. */
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

const sizeOf = ({columns, rows}: {readonly columns: number; readonly rows: number}): Size => ({
	columns: columns || 80,
	rows: rows || 24,
});

/** The terminal's size, followed. */
export const useSize = (): Size => {
	const {stdout} = useStdout();
	const [size, setSize] = useState(() => sizeOf(stdout));
	useEffect(() => {
		const resized = () => {
			setSize(sizeOf(stdout));
		};

		stdout.on('resize', resized);
		return () => {
			stdout.off('resize', resized);
		};
	}, [stdout]);
	return size;
};
