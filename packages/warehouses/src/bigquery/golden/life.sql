CREATE TABLE IF NOT EXISTS `_signalpost_cursors` (
  `org_id` STRING NOT NULL,
  `table_name` STRING NOT NULL,
  `position` INT64 NOT NULL,
  `rewrite_until` INT64 NOT NULL,
  `version` INT64 NOT NULL,
  `history` STRING
);

CREATE TABLE IF NOT EXISTS `things` (
  `org_id` STRING NOT NULL OPTIONS (description = 'The org_id of a thing: it\'s what it says.'),
  `id` STRING NOT NULL OPTIONS (description = 'The id of a thing: it\'s what it says.'),
  `title` STRING OPTIONS (description = 'The title of a thing: it\'s what it says.'),
  `stage` STRING OPTIONS (description = 'The stage of a thing: it\'s what it says.'),
  `amount` INT64 OPTIONS (description = 'The amount of a thing: it\'s what it says.'),
  `score` FLOAT64 OPTIONS (description = 'The score of a thing: it\'s what it says.'),
  `is_open` BOOL OPTIONS (description = 'The is_open of a thing: it\'s what it says.'),
  `happened_at` TIMESTAMP OPTIONS (description = 'The happened_at of a thing: it\'s what it says.'),
  `themes` ARRAY<STRING> OPTIONS (description = 'The themes of a thing: it\'s what it says.'),
  `profile` JSON OPTIONS (description = 'The profile of a thing: it\'s what it says.'),
  `_version` INT64 NOT NULL OPTIONS (description = 'Grows with each change of the row; of two versions the greater counts.'),
  `_deleted` BOOL NOT NULL OPTIONS (description = 'Whether the record was deleted; then all else but the key is null.'),
  `_synced_at` TIMESTAMP NOT NULL OPTIONS (description = 'When the row was written here.'),
  `_batch_id` STRING NOT NULL OPTIONS (description = 'The batch that wrote the row.')
)
CLUSTER BY `org_id`, `id`
OPTIONS (description = 'Things, as an analyst\'s sample.');

-- {"table":"things"}
DELETE FROM `_signalpost_cursors` WHERE `table_name` = @table;

CREATE TABLE IF NOT EXISTS `_stg_things_0_1_v1` (
  `org_id` STRING,
  `id` STRING,
  `title` STRING,
  `stage` STRING,
  `amount` INT64,
  `score` FLOAT64,
  `is_open` BOOL,
  `happened_at` TIMESTAMP,
  `themes` ARRAY<STRING>,
  `profile` JSON,
  `_version` INT64,
  `_deleted` BOOL
)
OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY));

-- {"schema":{"fields":[{"name":"org_id","type":"STRING","mode":"NULLABLE"},{"name":"id","type":"STRING","mode":"NULLABLE"},{"name":"title","type":"STRING","mode":"NULLABLE"},{"name":"stage","type":"STRING","mode":"NULLABLE"},{"name":"amount","type":"INT64","mode":"NULLABLE"},{"name":"score","type":"FLOAT64","mode":"NULLABLE"},{"name":"is_open","type":"BOOL","mode":"NULLABLE"},{"name":"happened_at","type":"TIMESTAMP","mode":"NULLABLE"},{"name":"themes","type":"STRING","mode":"REPEATED"},{"name":"profile","type":"JSON","mode":"NULLABLE"},{"name":"_version","type":"INT64","mode":"NULLABLE"},{"name":"_deleted","type":"BOOL","mode":"NULLABLE"}]}}
LOAD INTO _stg_things_0_1_v1;

BEGIN TRANSACTION;
MERGE INTO `things` AS t
USING (
  SELECT `org_id`, `id`, `title`, `stage`, `amount`, `score`, `is_open`, `happened_at`, `themes`, `profile`, `_version`, `_deleted`
  FROM `_stg_things_0_1_v1`
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY `org_id`, `id` ORDER BY `_version` DESC) = 1
) AS s
ON t.`org_id` = 'org_demo' AND t.`org_id` = s.`org_id` AND t.`id` = s.`id`
WHEN MATCHED AND s.`_version` > t.`_version` THEN UPDATE SET
  `title` = s.`title`,
  `stage` = s.`stage`,
  `amount` = s.`amount`,
  `score` = s.`score`,
  `is_open` = s.`is_open`,
  `happened_at` = s.`happened_at`,
  `themes` = s.`themes`,
  `profile` = s.`profile`,
  `_version` = s.`_version`,
  `_deleted` = s.`_deleted`,
  `_synced_at` = TIMESTAMP '2026-11-20T09:00:00.000Z',
  `_batch_id` = 'things_0_1'
WHEN NOT MATCHED THEN INSERT (
  `org_id`,
  `id`,
  `title`,
  `stage`,
  `amount`,
  `score`,
  `is_open`,
  `happened_at`,
  `themes`,
  `profile`,
  `_version`,
  `_deleted`,
  `_synced_at`,
  `_batch_id`
) VALUES (
  s.`org_id`,
  s.`id`,
  s.`title`,
  s.`stage`,
  s.`amount`,
  s.`score`,
  s.`is_open`,
  s.`happened_at`,
  s.`themes`,
  s.`profile`,
  s.`_version`,
  s.`_deleted`,
  TIMESTAMP '2026-11-20T09:00:00.000Z',
  'things_0_1'
);
MERGE INTO `_signalpost_cursors` AS t
USING (
  SELECT
    'org_demo' AS `org_id`,
    'things' AS `table_name`,
    1 AS `position`,
    0 AS `rewrite_until`,
    1 AS `version`,
    CAST(NULL AS STRING) AS `history`
) AS s
ON t.`org_id` = s.`org_id` AND t.`table_name` = s.`table_name`
WHEN MATCHED AND t.`position` >= 0 THEN UPDATE SET `position` = GREATEST(t.`position`, s.`position`), `history` = CASE WHEN s.`position` < t.`position` THEN t.`history` ELSE COALESCE(s.`history`, t.`history`) END
WHEN NOT MATCHED AND 0 = 0 THEN INSERT (`org_id`, `table_name`, `position`, `rewrite_until`, `version`, `history`)
VALUES (s.`org_id`, s.`table_name`, s.`position`, s.`rewrite_until`, s.`version`, s.`history`);
COMMIT TRANSACTION;

ALTER TABLE `things`
ADD COLUMN IF NOT EXISTS `region` STRING OPTIONS (description = 'The region of a thing: it\'s what it says.'),
ADD COLUMN IF NOT EXISTS `visits` INT64 OPTIONS (description = 'The visits of a thing: it\'s what it says.'),
ADD COLUMN IF NOT EXISTS `tags` ARRAY<STRING> OPTIONS (description = 'The tags of a thing: it\'s what it says.');

DROP TABLE IF EXISTS `_stg_things_0_1_v1`;

CREATE TABLE IF NOT EXISTS `_stg_things_1_2_v1` (
  `org_id` STRING,
  `id` STRING,
  `title` STRING,
  `stage` STRING,
  `amount` INT64,
  `score` FLOAT64,
  `is_open` BOOL,
  `happened_at` TIMESTAMP,
  `themes` ARRAY<STRING>,
  `profile` JSON,
  `_version` INT64,
  `_deleted` BOOL
)
OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY));

-- {"schema":{"fields":[{"name":"org_id","type":"STRING","mode":"NULLABLE"},{"name":"id","type":"STRING","mode":"NULLABLE"},{"name":"title","type":"STRING","mode":"NULLABLE"},{"name":"stage","type":"STRING","mode":"NULLABLE"},{"name":"amount","type":"INT64","mode":"NULLABLE"},{"name":"score","type":"FLOAT64","mode":"NULLABLE"},{"name":"is_open","type":"BOOL","mode":"NULLABLE"},{"name":"happened_at","type":"TIMESTAMP","mode":"NULLABLE"},{"name":"themes","type":"STRING","mode":"REPEATED"},{"name":"profile","type":"JSON","mode":"NULLABLE"},{"name":"_version","type":"INT64","mode":"NULLABLE"},{"name":"_deleted","type":"BOOL","mode":"NULLABLE"}]}}
LOAD INTO _stg_things_1_2_v1;

BEGIN TRANSACTION;
MERGE INTO `things` AS t
USING (
  SELECT `org_id`, `id`, `title`, `stage`, `amount`, `score`, `is_open`, `happened_at`, `themes`, `profile`, `_version`, `_deleted`
  FROM `_stg_things_1_2_v1`
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY `org_id`, `id` ORDER BY `_version` DESC) = 1
) AS s
ON t.`org_id` = 'org_demo' AND t.`org_id` = s.`org_id` AND t.`id` = s.`id`
WHEN MATCHED AND (s.`_version` > t.`_version` OR (s.`_version` = t.`_version` AND (
  t.`title` IS DISTINCT FROM s.`title`
  OR t.`stage` IS DISTINCT FROM s.`stage`
  OR t.`amount` IS DISTINCT FROM s.`amount`
  OR t.`score` IS DISTINCT FROM s.`score`
  OR t.`is_open` IS DISTINCT FROM s.`is_open`
  OR t.`happened_at` IS DISTINCT FROM s.`happened_at`
  OR TO_JSON_STRING(t.`themes`) IS DISTINCT FROM TO_JSON_STRING(s.`themes`)
  OR TO_JSON_STRING(t.`profile`) IS DISTINCT FROM TO_JSON_STRING(s.`profile`)
  OR t.`_deleted` IS DISTINCT FROM s.`_deleted`
))) THEN UPDATE SET
  `title` = s.`title`,
  `stage` = s.`stage`,
  `amount` = s.`amount`,
  `score` = s.`score`,
  `is_open` = s.`is_open`,
  `happened_at` = s.`happened_at`,
  `themes` = s.`themes`,
  `profile` = s.`profile`,
  `_version` = s.`_version`,
  `_deleted` = s.`_deleted`,
  `_synced_at` = TIMESTAMP '2026-11-20T09:00:00.000Z',
  `_batch_id` = 'things_1_2'
WHEN NOT MATCHED THEN INSERT (
  `org_id`,
  `id`,
  `title`,
  `stage`,
  `amount`,
  `score`,
  `is_open`,
  `happened_at`,
  `themes`,
  `profile`,
  `_version`,
  `_deleted`,
  `_synced_at`,
  `_batch_id`
) VALUES (
  s.`org_id`,
  s.`id`,
  s.`title`,
  s.`stage`,
  s.`amount`,
  s.`score`,
  s.`is_open`,
  s.`happened_at`,
  s.`themes`,
  s.`profile`,
  s.`_version`,
  s.`_deleted`,
  TIMESTAMP '2026-11-20T09:00:00.000Z',
  'things_1_2'
);
MERGE INTO `_signalpost_cursors` AS t
USING (
  SELECT
    'org_demo' AS `org_id`,
    'things' AS `table_name`,
    2 AS `position`,
    0 AS `rewrite_until`,
    1 AS `version`,
    CAST(NULL AS STRING) AS `history`
) AS s
ON t.`org_id` = s.`org_id` AND t.`table_name` = s.`table_name`
WHEN MATCHED AND t.`position` >= 1 THEN UPDATE SET `position` = GREATEST(t.`position`, s.`position`), `history` = CASE WHEN s.`position` < t.`position` THEN t.`history` ELSE COALESCE(s.`history`, t.`history`) END
WHEN NOT MATCHED AND 1 = 0 THEN INSERT (`org_id`, `table_name`, `position`, `rewrite_until`, `version`, `history`)
VALUES (s.`org_id`, s.`table_name`, s.`position`, s.`rewrite_until`, s.`version`, s.`history`);
COMMIT TRANSACTION;

MERGE INTO `_signalpost_cursors` AS t
USING (
  SELECT
    'org_demo' AS `org_id`,
    'things' AS `table_name`,
    1 AS `position`,
    2 AS `rewrite_until`,
    2 AS `version`,
    CAST(NULL AS STRING) AS `history`
) AS s
ON t.`org_id` = s.`org_id` AND t.`table_name` = s.`table_name`
WHEN MATCHED THEN UPDATE SET `position` = s.`position`, `rewrite_until` = s.`rewrite_until`, `version` = s.`version`, `history` = s.`history`
WHEN NOT MATCHED THEN INSERT (`org_id`, `table_name`, `position`, `rewrite_until`, `version`, `history`)
VALUES (s.`org_id`, s.`table_name`, s.`position`, s.`rewrite_until`, s.`version`, s.`history`);

-- {"org":"org_demo","table":"things"}
SELECT
  CAST(`position` AS STRING) AS `position`,
  CAST(`rewrite_until` AS STRING) AS `rewriteUntil`,
  CAST(`version` AS STRING) AS `version`,
  `history`
FROM `_signalpost_cursors`
WHERE `org_id` = @org AND `table_name` = @table;

-- {"org":"org_demo"}
SELECT
  SUBSTR(TO_HEX(MD5(`id`)), 1, 2) AS `prefix`,
  CAST(COUNT(*) AS STRING) AS `rows`,
  CAST(SUM(CAST(CONCAT('0x', SUBSTR(TO_HEX(MD5(CONCAT(
    CAST(`_version` AS STRING),
    ';',
    IF(`_deleted`, '1', '0'),
    IFNULL(CAST(LENGTH(`id`) AS STRING) || ':' || `id`, '~'),
    IFNULL(CAST(LENGTH(`title`) AS STRING) || ':' || `title`, '~'),
    IFNULL(CAST(LENGTH(`stage`) AS STRING) || ':' || `stage`, '~'),
    IFNULL(CAST(`amount` AS STRING) || ';', '~'),
    IFNULL(IF(`score` < 0, '-', '') || IF(ABS(`score`) >= CAST('9223372036854775808' AS FLOAT64), 'L;', CAST(CAST(FLOOR(ABS(`score`)) AS INT64) AS STRING) || '.' || CAST(CAST(FLOOR(((ABS(`score`) - FLOOR(ABS(`score`))) * 1073741824)) AS INT64) AS STRING) || '.' || CAST(CAST(FLOOR(((((ABS(`score`) - FLOOR(ABS(`score`))) * 1073741824) - FLOOR(((ABS(`score`) - FLOOR(ABS(`score`))) * 1073741824))) * 1073741824)) AS INT64) AS STRING) || ';'), '~'),
    CASE `is_open` WHEN TRUE THEN '1' WHEN FALSE THEN '0' ELSE '~' END,
    IFNULL(CAST(UNIX_MICROS(`happened_at`) AS STRING) || ';', '~'),
    CAST(ARRAY_LENGTH(`themes`) AS STRING) || ':' || ARRAY_TO_STRING(ARRAY(SELECT CAST(LENGTH(element) AS STRING) || ':' || element FROM UNNEST(`themes`) AS element WITH OFFSET AS place ORDER BY place), ''),
    IF(`profile` IS NULL OR TO_JSON_STRING(`profile`) = 'null', '~', IFNULL(CAST(LENGTH(ARRAY_TO_STRING(ARRAY(SELECT word FROM UNNEST(REGEXP_EXTRACT_ALL(TO_JSON_STRING(`profile`), r'[^]{}[,:"\\ ]+')) AS word ORDER BY word), ' ')) AS STRING) || ':' || ARRAY_TO_STRING(ARRAY(SELECT word FROM UNNEST(REGEXP_EXTRACT_ALL(TO_JSON_STRING(`profile`), r'[^]{}[,:"\\ ]+')) AS word ORDER BY word), ' '), '~'))
  ))), 1, 8)) AS INT64)) AS STRING) AS `sum`
FROM `things`
WHERE `org_id` = @org
GROUP BY 1
ORDER BY 1;

-- {"org":"org_demo","prefixes":["0c"]}
SELECT
  `key`,
  CAST(MAX(`version`) AS STRING) AS `version`,
  MIN(`hash`) AS `hash`,
  CAST(COUNT(*) AS STRING) AS `copies`
FROM (
  SELECT
    `id` AS `key`,
    `_version` AS `version`,
    SUBSTR(TO_HEX(MD5(CONCAT(
    CAST(`_version` AS STRING),
    ';',
    IF(`_deleted`, '1', '0'),
    IFNULL(CAST(LENGTH(`id`) AS STRING) || ':' || `id`, '~'),
    IFNULL(CAST(LENGTH(`title`) AS STRING) || ':' || `title`, '~'),
    IFNULL(CAST(LENGTH(`stage`) AS STRING) || ':' || `stage`, '~'),
    IFNULL(CAST(`amount` AS STRING) || ';', '~'),
    IFNULL(IF(`score` < 0, '-', '') || IF(ABS(`score`) >= CAST('9223372036854775808' AS FLOAT64), 'L;', CAST(CAST(FLOOR(ABS(`score`)) AS INT64) AS STRING) || '.' || CAST(CAST(FLOOR(((ABS(`score`) - FLOOR(ABS(`score`))) * 1073741824)) AS INT64) AS STRING) || '.' || CAST(CAST(FLOOR(((((ABS(`score`) - FLOOR(ABS(`score`))) * 1073741824) - FLOOR(((ABS(`score`) - FLOOR(ABS(`score`))) * 1073741824))) * 1073741824)) AS INT64) AS STRING) || ';'), '~'),
    CASE `is_open` WHEN TRUE THEN '1' WHEN FALSE THEN '0' ELSE '~' END,
    IFNULL(CAST(UNIX_MICROS(`happened_at`) AS STRING) || ';', '~'),
    CAST(ARRAY_LENGTH(`themes`) AS STRING) || ':' || ARRAY_TO_STRING(ARRAY(SELECT CAST(LENGTH(element) AS STRING) || ':' || element FROM UNNEST(`themes`) AS element WITH OFFSET AS place ORDER BY place), ''),
    IF(`profile` IS NULL OR TO_JSON_STRING(`profile`) = 'null', '~', IFNULL(CAST(LENGTH(ARRAY_TO_STRING(ARRAY(SELECT word FROM UNNEST(REGEXP_EXTRACT_ALL(TO_JSON_STRING(`profile`), r'[^]{}[,:"\\ ]+')) AS word ORDER BY word), ' ')) AS STRING) || ':' || ARRAY_TO_STRING(ARRAY(SELECT word FROM UNNEST(REGEXP_EXTRACT_ALL(TO_JSON_STRING(`profile`), r'[^]{}[,:"\\ ]+')) AS word ORDER BY word), ' '), '~'))
  ))), 1, 16) AS `hash`
  FROM `things`
  WHERE `org_id` = @org
    AND (SUBSTR(TO_HEX(MD5(`id`)), 1, 2) IN UNNEST(@prefixes) OR SUBSTR(TO_HEX(MD5(`id`)), 1, 4) IN UNNEST(@prefixes))
)
GROUP BY `key`;

-- {"org":"org_demo","keys":["a"]}
DELETE FROM `things` WHERE `org_id` = @org AND `id` IN UNNEST(@keys);

DROP TABLE IF EXISTS `_stg_things_1_2_v1`;

-- {"org":"org_demo"}
DELETE FROM `things` WHERE `org_id` = @org;

SELECT 1 AS `found` FROM `things` LIMIT 1;

DROP TABLE IF EXISTS `things`;

-- {"org":"org_demo","table":"things"}
DELETE FROM `_signalpost_cursors` WHERE `org_id` = @org AND `table_name` = @table;

SELECT 1 AS `found` FROM `_signalpost_cursors` LIMIT 1;

DROP TABLE IF EXISTS `_signalpost_cursors`;
