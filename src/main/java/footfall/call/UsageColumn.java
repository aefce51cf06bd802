package footfall.call;

import java.util.Locale;

/** The columns of {@code tool_usage.csv}, in their order. */
public enum UsageColumn {
    TIMESTAMP,
    PROJECT,
    TOOL_NAME,
    TOOL_USE_ID,
    JSONL_PATH,
    LINENO,
    CWD,
    SESSION_ID,
    GIT_BRANCH,
    BASH_COMMAND,
    BASH_DESCRIPTION,
    BASH_TIMEOUT,
    READ_FILE_PATH,
    READ_OFFSET,
    READ_LIMIT,
    READ_PAGES,
    WRITE_FILE_PATH,
    WRITE_CONTENT_LENGTH,
    WRITE_CONTENT_PREVIEW,
    EDIT_FILE_PATH,
    EDIT_OLD_STRING_PREVIEW,
    EDIT_NEW_STRING_PREVIEW,
    EDIT_REPLACE_ALL,
    GREP_PATTERN,
    GREP_PATH,
    GREP_OUTPUT_MODE,
    GREP_FLAGS,
    GREP_GLOB,
    GREP_TYPE,
    GLOB_PATTERN,
    GLOB_PATH,
    TASK_SUBJECT,
    TASK_DESCRIPTION_PREVIEW,
    TASK_ID,
    TASK_STATUS,
    TASK_OPERATION,
    TODO_CONTENT_PREVIEW,
    SKILL_NAME,
    WEBSEARCH_QUERY,
    ASK_QUESTION_PREVIEW,
    RAW_INPUT_JSON;

    /** The name in the header. */
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }
}
