/** One value in DER. */
export interface DerValue {
	readonly tag: number;
	readonly content: Buffer;
	/** The bytes, with tag and length. */
	readonly raw: Buffer;
}

/** The consecutive values in some bytes; if the bytes are broken, the values before the break. */
export const valuesIn = (bytes: Buffer): readonly DerValue[] => {
	const values: DerValue[] = [];
	let at = 0;
	while (at + 2 <= bytes.length) {
		const first = bytes[at + 1] ?? 0;
		const width = first < 0x80 ? 0 : first & 0x7f;
		if (width > 4 || at + 2 + width > bytes.length) {
			break;
		}

		const length = width === 0 ? first : bytes.readUIntBE(at + 2, width);
		const start = at + 2 + width;
		if (start + length > bytes.length) {
			break;
		}

		const end = start + length;
		values.push({tag: bytes[at] ?? 0, content: bytes.subarray(start, end), raw: bytes.subarray(at, end)});
		at = end;
	}

	return values;
};
