package footfall.line;

import footfall.scan.JsonScanner;

/**
 * The values that a shipper derived from removed text and added under the key {@code footfall}; absent is
 * null, false or 0. {@code session}: of a command that still runs, or that the call polls. {@code agent}: the
 * subagent that the call started. {@code total}: the tokens of the session so far, to be compared with the total
 * before. {@code isPrompt}: the line is a prompt. {@code hasFailed}: a task ended with an error.
 * {@code isBackground}: the command of a result runs on. {@code failedCall}: of a task that failed later.
 */
record DerivedFields(
        Outcome outcome,
        ErrorCategory category,
        String subject,
        BashCategory bashCategory,
        String fileExtension,
        long inputBytes,
        long resultBytes,
        int chars,
        String intent,
        Target target,
        Integer exitCode,
        String session,
        String agent,
        String total,
        Permission permission,
        boolean isPrompt,
        boolean hasFailed,
        boolean isBackground,
        String failedCall) {
    static final DerivedFields NONE = new DerivedFields(
            null, null, null, null, null, 0, 0, 0, null, null, null, null, null, null, null, false, false, false, null);

    static DerivedFields read(JsonScanner json) {
        var words = new String[12];
        var numbers = new long[3];
        var flags = new boolean[4];
        var exitCode = new Integer[1];
        for (json.fields(); json.nextField(); ) {
            switch (json.name()) {
                case "outcome" -> words[0] = json.text();
                case "category" -> words[1] = json.text();
                case "subject" -> words[2] = json.text();
                case "bash_category" -> words[3] = json.text();
                case "file_extension" -> words[4] = json.text();
                case "intent" -> words[5] = json.text();
                case "target" -> words[6] = json.id();
                case "session" -> words[7] = json.id();
                case "agent_id" -> words[8] = json.id();
                case "total" -> words[9] = json.id();
                case "permission" -> words[10] = json.text();
                case "failed_call" -> words[11] = json.id();
                case "exit_code" -> exitCode[0] = LenientJson.exitCode(json);
                case "part" -> flags[0] = json.isTrue();
                case "prompt" -> flags[1] = json.isTrue();
                case "error" -> flags[2] = json.isTrue();
                case "background" -> flags[3] = json.isTrue();
                case "input_bytes" -> numbers[0] = json.count();
                case "result_bytes" -> numbers[1] = json.count();
                case "chars" -> numbers[2] = json.count();
                default -> {}
            }
        }
        return of(words, numbers, flags, exitCode[0]);
    }

    private static DerivedFields of(String[] words, long[] numbers, boolean[] flags, Integer exitCode) {
        return new DerivedFields(
                outcome(words[0]),
                words[1] == null ? null : ErrorCategory.ofWord(words[1]).orElse(ErrorCategory.OTHER),
                words[2] == null ? null : Ids.bounded(words[2]),
                words[3] == null ? null : BashCategory.ofLabel(words[3]).orElse(BashCategory.OTHER),
                words[4] == null ? null : Ids.bounded(words[4]),
                numbers[0],
                numbers[1],
                (int) Math.min(numbers[2], Integer.MAX_VALUE),
                words[5],
                words[6] == null ? null : new Target(Ids.bounded(words[6]), flags[0]),
                exitCode,
                Ids.boundedOrNull(words[7]),
                Ids.boundedOrNull(words[8]),
                words[9],
                words[10] == null ? null : Permission.ofWord(words[10]).orElse(null),
                flags[1],
                flags[2],
                flags[3],
                Ids.boundedOrNull(words[11]));
    }

    private static Outcome outcome(String word) {
        for (var outcome : Outcome.values()) {
            if (outcome.word().equals(word)) {
                return outcome;
            }
        }
        return null;
    }
}
