CREATE TABLE IF NOT EXISTS `signals` (
  `org_id` STRING NOT NULL OPTIONS (description = 'The workspace.'),
  `id` STRING NOT NULL OPTIONS (description = 'The id of the signal.'),
  `listener_id` STRING OPTIONS (description = 'The listener that found it.'),
  `source` STRING OPTIONS (description = 'The platform that it was posted on, such as reddit.'),
  `url` STRING OPTIONS (description = 'The address of the post.'),
  `title` STRING OPTIONS (description = 'The title of the post as it came, or its first line.'),
  `excerpt` STRING OPTIONS (description = 'The text of the post as it came, as much as the source gave.'),
  `posted_at` TIMESTAMP OPTIONS (description = 'When it was published; where that is unknown, when it was first seen.'),
  `relevance_score` INT64 OPTIONS (description = 'How well it fits, from 0 to 100, by the rubric of score_version.'),
  `classification` STRING OPTIONS (description = 'What the author intends, such as high_intent or comparing. The labels depend on the mode of the listener.'),
  `rationale` STRING OPTIONS (description = 'Why the signal was kept.'),
  `matched_keywords` ARRAY<STRING> OPTIONS (description = 'The keywords of its listener that it contains.'),
  `first_seen_at` TIMESTAMP OPTIONS (description = 'When this workspace first saw it.'),
  `author` STRING OPTIONS (description = 'The handle of who wrote the post.'),
  `published_at` TIMESTAMP OPTIONS (description = 'When the post was published; null where the source does not say.'),
  `approximate_date` BOOL OPTIONS (description = 'Whether published_at comes from words such as 2 days ago.'),
  `dedupe_key` STRING OPTIONS (description = 'Equal for one post that was reached through different links.'),
  `title_key` STRING OPTIONS (description = 'Equal for one post that appears at several addresses.'),
  `coverage` STRING OPTIONS (description = 'How much of the post was read: full_text, snippet, best_effort or enriched.'),
  `score_version` INT64 OPTIONS (description = 'The rubric of relevance_score; null means 1. Scores of two rubrics cannot be compared.'),
  `score_breakdown_purchase_intent` INT64 OPTIONS (description = 'Points for the intent to buy, from 0 to 30.'),
  `score_breakdown_fit` INT64 OPTIONS (description = 'Points for the fit to what is sold, from 0 to 20.'),
  `score_breakdown_urgency` INT64 OPTIONS (description = 'Points for urgency, from 0 to 15.'),
  `score_breakdown_recency` INT64 OPTIONS (description = 'Points for recency, from 0 to 10.'),
  `score_breakdown_commercial_value` INT64 OPTIONS (description = 'Points for the commercial value, from 0 to 10.'),
  `score_breakdown_evidence_quality` INT64 OPTIONS (description = 'Points for the quality of the evidence, from 0 to 10.'),
  `score_breakdown_multi_signal` INT64 OPTIONS (description = 'Points for several signals of one account, from 0 to 5.'),
  `signal_category` STRING OPTIONS (description = 'What happened, such as direct_intent or funding.'),
  `urgency` STRING OPTIONS (description = 'How soon to act: low, medium, high or immediate.'),
  `purchase_intent` STRING OPTIONS (description = 'How directly a wish to buy was expressed: weak, moderate, strong or explicit.'),
  `confidence` STRING OPTIONS (description = 'How sure the reading is: low, medium or high.'),
  `inferred_need` STRING OPTIONS (description = 'The probable need, put as a product.'),
  `recommended_action` STRING OPTIONS (description = 'What to do next.'),
  `situation` STRING OPTIONS (description = 'What is happening, without reference to the seller.'),
  `opportunity` STRING OPTIONS (description = 'Why the situation matters to the seller; null where it does not.'),
  `inference_hops` INT64 OPTIONS (description = '0 if the author said it, 1 if it was inferred.'),
  `suggested_angle` STRING OPTIONS (description = 'How to begin the conversation.'),
  `themes` ARRAY<STRING> OPTIONS (description = 'The topics of the post.'),
  `rating` FLOAT64 OPTIONS (description = 'The stars of a review, from 1 to 5.'),
  `subject_org_name` STRING OPTIONS (description = 'The organisation that it is about.'),
  `subject_org_location` STRING OPTIONS (description = 'Where that organisation is.'),
  `subject_org_work_mode` STRING OPTIONS (description = 'Of a job advertisement: any, remote, hybrid or onsite.'),
  `subject_org_seniority` STRING OPTIONS (description = 'Of a job advertisement: the seniority.'),
  `subject_org_compensation` STRING OPTIONS (description = 'Of a job advertisement: the pay, as it was written.'),
  `subject_name` STRING OPTIONS (description = 'The name of the place or rival.'),
  `account_key` STRING OPTIONS (description = 'The account that it belongs to: accounts.account_key.'),
  `rival_key` STRING OPTIONS (description = 'The rival that it is about, of a listener of mode rivals.'),
  `place_key` STRING OPTIONS (description = 'The place that it is about, of a listener of mode places.'),
  `policy_propensity` FLOAT64 OPTIONS (description = 'How likely it was to be shown, above 0 and at most 1; null means unknown.'),
  `policy_explored` BOOL OPTIONS (description = 'Whether it was shown by chance, not for its score.'),
  `policy_score_at_decision` INT64 OPTIONS (description = 'The score by which that was decided.'),
  `policy_bar_at_decision` INT64 OPTIONS (description = 'The bar of the listener at that moment.'),
  `passed_by` STRING OPTIONS (description = 'keyword, or rerank where it shares no keyword and a model judged it relevant.'),
  `rerank_score` FLOAT64 OPTIONS (description = 'The score of that model.'),
  `found_by_query` STRING OPTIONS (description = 'The query that found it.'),
  `query_attribution` STRING OPTIONS (description = 'exact, or inferred from the words of the post.'),
  `assigned_to_user_id` STRING OPTIONS (description = 'The user to whom it is assigned.'),
  `assigned_to_at` TIMESTAMP OPTIONS (description = 'When it was assigned.'),
  `assigned_to_by` STRING OPTIONS (description = 'Who assigned it.'),
  `feedback_verdict` STRING OPTIONS (description = 'The verdict of a person: good or bad.'),
  `feedback_at` TIMESTAMP OPTIONS (description = 'When the verdict was given.'),
  `read_at` TIMESTAMP OPTIONS (description = 'When it was first read.'),
  `alerted_at` TIMESTAMP OPTIONS (description = 'When its first alert was sent.'),
  `acknowledged_at` TIMESTAMP OPTIONS (description = 'When someone acknowledged it.'),
  `_version` INT64 NOT NULL OPTIONS (description = 'Grows with each change of the row; of two versions the greater counts.'),
  `_deleted` BOOL NOT NULL OPTIONS (description = 'Whether the record was deleted; then all else but the key is null.'),
  `_synced_at` TIMESTAMP NOT NULL OPTIONS (description = 'When the row was written here.'),
  `_batch_id` STRING NOT NULL OPTIONS (description = 'The batch that wrote the row.')
)
CLUSTER BY `org_id`, `id`
OPTIONS (description = 'Signals as they are now, with who works on them and what people said.');

CREATE TABLE IF NOT EXISTS `_stg_signals_0_9_v2` (
  `org_id` STRING,
  `id` STRING,
  `listener_id` STRING,
  `source` STRING,
  `url` STRING,
  `title` STRING,
  `excerpt` STRING,
  `posted_at` TIMESTAMP,
  `relevance_score` INT64,
  `classification` STRING,
  `rationale` STRING,
  `matched_keywords` ARRAY<STRING>,
  `first_seen_at` TIMESTAMP,
  `author` STRING,
  `published_at` TIMESTAMP,
  `approximate_date` BOOL,
  `dedupe_key` STRING,
  `title_key` STRING,
  `coverage` STRING,
  `score_version` INT64,
  `score_breakdown_purchase_intent` INT64,
  `score_breakdown_fit` INT64,
  `score_breakdown_urgency` INT64,
  `score_breakdown_recency` INT64,
  `score_breakdown_commercial_value` INT64,
  `score_breakdown_evidence_quality` INT64,
  `score_breakdown_multi_signal` INT64,
  `signal_category` STRING,
  `urgency` STRING,
  `purchase_intent` STRING,
  `confidence` STRING,
  `inferred_need` STRING,
  `recommended_action` STRING,
  `situation` STRING,
  `opportunity` STRING,
  `inference_hops` INT64,
  `suggested_angle` STRING,
  `themes` ARRAY<STRING>,
  `rating` FLOAT64,
  `subject_org_name` STRING,
  `subject_org_location` STRING,
  `subject_org_work_mode` STRING,
  `subject_org_seniority` STRING,
  `subject_org_compensation` STRING,
  `subject_name` STRING,
  `account_key` STRING,
  `rival_key` STRING,
  `place_key` STRING,
  `policy_propensity` FLOAT64,
  `policy_explored` BOOL,
  `policy_score_at_decision` INT64,
  `policy_bar_at_decision` INT64,
  `passed_by` STRING,
  `rerank_score` FLOAT64,
  `found_by_query` STRING,
  `query_attribution` STRING,
  `assigned_to_user_id` STRING,
  `assigned_to_at` TIMESTAMP,
  `assigned_to_by` STRING,
  `feedback_verdict` STRING,
  `feedback_at` TIMESTAMP,
  `read_at` TIMESTAMP,
  `alerted_at` TIMESTAMP,
  `acknowledged_at` TIMESTAMP,
  `_version` INT64,
  `_deleted` BOOL
)
OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY));

BEGIN TRANSACTION;
MERGE INTO `signals` AS t
USING (
  SELECT `org_id`, `id`, `listener_id`, `source`, `url`, `title`, `excerpt`, `posted_at`, `relevance_score`, `classification`, `rationale`, `matched_keywords`, `first_seen_at`, `author`, `published_at`, `approximate_date`, `dedupe_key`, `title_key`, `coverage`, `score_version`, `score_breakdown_purchase_intent`, `score_breakdown_fit`, `score_breakdown_urgency`, `score_breakdown_recency`, `score_breakdown_commercial_value`, `score_breakdown_evidence_quality`, `score_breakdown_multi_signal`, `signal_category`, `urgency`, `purchase_intent`, `confidence`, `inferred_need`, `recommended_action`, `situation`, `opportunity`, `inference_hops`, `suggested_angle`, `themes`, `rating`, `subject_org_name`, `subject_org_location`, `subject_org_work_mode`, `subject_org_seniority`, `subject_org_compensation`, `subject_name`, `account_key`, `rival_key`, `place_key`, `policy_propensity`, `policy_explored`, `policy_score_at_decision`, `policy_bar_at_decision`, `passed_by`, `rerank_score`, `found_by_query`, `query_attribution`, `assigned_to_user_id`, `assigned_to_at`, `assigned_to_by`, `feedback_verdict`, `feedback_at`, `read_at`, `alerted_at`, `acknowledged_at`, `_version`, `_deleted`
  FROM `_stg_signals_0_9_v2`
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY `org_id`, `id` ORDER BY `_version` DESC) = 1
) AS s
ON t.`org_id` = 'org_demo' AND t.`org_id` = s.`org_id` AND t.`id` = s.`id`
WHEN MATCHED AND s.`_version` > t.`_version` THEN UPDATE SET
  `listener_id` = s.`listener_id`,
  `source` = s.`source`,
  `url` = s.`url`,
  `title` = s.`title`,
  `excerpt` = s.`excerpt`,
  `posted_at` = s.`posted_at`,
  `relevance_score` = s.`relevance_score`,
  `classification` = s.`classification`,
  `rationale` = s.`rationale`,
  `matched_keywords` = s.`matched_keywords`,
  `first_seen_at` = s.`first_seen_at`,
  `author` = s.`author`,
  `published_at` = s.`published_at`,
  `approximate_date` = s.`approximate_date`,
  `dedupe_key` = s.`dedupe_key`,
  `title_key` = s.`title_key`,
  `coverage` = s.`coverage`,
  `score_version` = s.`score_version`,
  `score_breakdown_purchase_intent` = s.`score_breakdown_purchase_intent`,
  `score_breakdown_fit` = s.`score_breakdown_fit`,
  `score_breakdown_urgency` = s.`score_breakdown_urgency`,
  `score_breakdown_recency` = s.`score_breakdown_recency`,
  `score_breakdown_commercial_value` = s.`score_breakdown_commercial_value`,
  `score_breakdown_evidence_quality` = s.`score_breakdown_evidence_quality`,
  `score_breakdown_multi_signal` = s.`score_breakdown_multi_signal`,
  `signal_category` = s.`signal_category`,
  `urgency` = s.`urgency`,
  `purchase_intent` = s.`purchase_intent`,
  `confidence` = s.`confidence`,
  `inferred_need` = s.`inferred_need`,
  `recommended_action` = s.`recommended_action`,
  `situation` = s.`situation`,
  `opportunity` = s.`opportunity`,
  `inference_hops` = s.`inference_hops`,
  `suggested_angle` = s.`suggested_angle`,
  `themes` = s.`themes`,
  `rating` = s.`rating`,
  `subject_org_name` = s.`subject_org_name`,
  `subject_org_location` = s.`subject_org_location`,
  `subject_org_work_mode` = s.`subject_org_work_mode`,
  `subject_org_seniority` = s.`subject_org_seniority`,
  `subject_org_compensation` = s.`subject_org_compensation`,
  `subject_name` = s.`subject_name`,
  `account_key` = s.`account_key`,
  `rival_key` = s.`rival_key`,
  `place_key` = s.`place_key`,
  `policy_propensity` = s.`policy_propensity`,
  `policy_explored` = s.`policy_explored`,
  `policy_score_at_decision` = s.`policy_score_at_decision`,
  `policy_bar_at_decision` = s.`policy_bar_at_decision`,
  `passed_by` = s.`passed_by`,
  `rerank_score` = s.`rerank_score`,
  `found_by_query` = s.`found_by_query`,
  `query_attribution` = s.`query_attribution`,
  `assigned_to_user_id` = s.`assigned_to_user_id`,
  `assigned_to_at` = s.`assigned_to_at`,
  `assigned_to_by` = s.`assigned_to_by`,
  `feedback_verdict` = s.`feedback_verdict`,
  `feedback_at` = s.`feedback_at`,
  `read_at` = s.`read_at`,
  `alerted_at` = s.`alerted_at`,
  `acknowledged_at` = s.`acknowledged_at`,
  `_version` = s.`_version`,
  `_deleted` = s.`_deleted`,
  `_synced_at` = TIMESTAMP '2026-11-20T09:00:00.000Z',
  `_batch_id` = 'signals_0_9'
WHEN NOT MATCHED THEN INSERT (
  `org_id`,
  `id`,
  `listener_id`,
  `source`,
  `url`,
  `title`,
  `excerpt`,
  `posted_at`,
  `relevance_score`,
  `classification`,
  `rationale`,
  `matched_keywords`,
  `first_seen_at`,
  `author`,
  `published_at`,
  `approximate_date`,
  `dedupe_key`,
  `title_key`,
  `coverage`,
  `score_version`,
  `score_breakdown_purchase_intent`,
  `score_breakdown_fit`,
  `score_breakdown_urgency`,
  `score_breakdown_recency`,
  `score_breakdown_commercial_value`,
  `score_breakdown_evidence_quality`,
  `score_breakdown_multi_signal`,
  `signal_category`,
  `urgency`,
  `purchase_intent`,
  `confidence`,
  `inferred_need`,
  `recommended_action`,
  `situation`,
  `opportunity`,
  `inference_hops`,
  `suggested_angle`,
  `themes`,
  `rating`,
  `subject_org_name`,
  `subject_org_location`,
  `subject_org_work_mode`,
  `subject_org_seniority`,
  `subject_org_compensation`,
  `subject_name`,
  `account_key`,
  `rival_key`,
  `place_key`,
  `policy_propensity`,
  `policy_explored`,
  `policy_score_at_decision`,
  `policy_bar_at_decision`,
  `passed_by`,
  `rerank_score`,
  `found_by_query`,
  `query_attribution`,
  `assigned_to_user_id`,
  `assigned_to_at`,
  `assigned_to_by`,
  `feedback_verdict`,
  `feedback_at`,
  `read_at`,
  `alerted_at`,
  `acknowledged_at`,
  `_version`,
  `_deleted`,
  `_synced_at`,
  `_batch_id`
) VALUES (
  s.`org_id`,
  s.`id`,
  s.`listener_id`,
  s.`source`,
  s.`url`,
  s.`title`,
  s.`excerpt`,
  s.`posted_at`,
  s.`relevance_score`,
  s.`classification`,
  s.`rationale`,
  s.`matched_keywords`,
  s.`first_seen_at`,
  s.`author`,
  s.`published_at`,
  s.`approximate_date`,
  s.`dedupe_key`,
  s.`title_key`,
  s.`coverage`,
  s.`score_version`,
  s.`score_breakdown_purchase_intent`,
  s.`score_breakdown_fit`,
  s.`score_breakdown_urgency`,
  s.`score_breakdown_recency`,
  s.`score_breakdown_commercial_value`,
  s.`score_breakdown_evidence_quality`,
  s.`score_breakdown_multi_signal`,
  s.`signal_category`,
  s.`urgency`,
  s.`purchase_intent`,
  s.`confidence`,
  s.`inferred_need`,
  s.`recommended_action`,
  s.`situation`,
  s.`opportunity`,
  s.`inference_hops`,
  s.`suggested_angle`,
  s.`themes`,
  s.`rating`,
  s.`subject_org_name`,
  s.`subject_org_location`,
  s.`subject_org_work_mode`,
  s.`subject_org_seniority`,
  s.`subject_org_compensation`,
  s.`subject_name`,
  s.`account_key`,
  s.`rival_key`,
  s.`place_key`,
  s.`policy_propensity`,
  s.`policy_explored`,
  s.`policy_score_at_decision`,
  s.`policy_bar_at_decision`,
  s.`passed_by`,
  s.`rerank_score`,
  s.`found_by_query`,
  s.`query_attribution`,
  s.`assigned_to_user_id`,
  s.`assigned_to_at`,
  s.`assigned_to_by`,
  s.`feedback_verdict`,
  s.`feedback_at`,
  s.`read_at`,
  s.`alerted_at`,
  s.`acknowledged_at`,
  s.`_version`,
  s.`_deleted`,
  TIMESTAMP '2026-11-20T09:00:00.000Z',
  'signals_0_9'
);
MERGE INTO `_signalpost_cursors` AS t
USING (
  SELECT
    'org_demo' AS `org_id`,
    'signals' AS `table_name`,
    9 AS `position`,
    0 AS `rewrite_until`,
    2 AS `version`,
    CAST(NULL AS STRING) AS `history`
) AS s
ON t.`org_id` = s.`org_id` AND t.`table_name` = s.`table_name`
WHEN MATCHED AND t.`position` >= 0 THEN UPDATE SET `position` = GREATEST(t.`position`, s.`position`), `history` = CASE WHEN s.`position` < t.`position` THEN t.`history` ELSE COALESCE(s.`history`, t.`history`) END
WHEN NOT MATCHED AND 0 = 0 THEN INSERT (`org_id`, `table_name`, `position`, `rewrite_until`, `version`, `history`)
VALUES (s.`org_id`, s.`table_name`, s.`position`, s.`rewrite_until`, s.`version`, s.`history`);
COMMIT TRANSACTION;

CREATE TABLE IF NOT EXISTS `signal_events` (
  `org_id` STRING NOT NULL OPTIONS (description = 'The workspace.'),
  `id` STRING NOT NULL OPTIONS (description = 'The id of the change.'),
  `signal_id` STRING OPTIONS (description = 'The signal: signals.id.'),
  `register` STRING OPTIONS (description = 'What changed: assignedTo, feedback, readAt, alertedAt or acknowledgedAt.'),
  `from_value` JSON OPTIONS (description = 'The value before, as JSON; null if there was none.'),
  `to_value` JSON OPTIONS (description = 'The value after, as JSON; null if it was cleared.'),
  `at` TIMESTAMP OPTIONS (description = 'When it changed, by the clock of who changed it.'),
  `event_id` STRING OPTIONS (description = 'The event that changed it.'),
  `source_id` STRING OPTIONS (description = 'The source that the event came from; null for a change that was made here.'),
  `_version` INT64 NOT NULL OPTIONS (description = 'Grows with each change of the row; of two versions the greater counts.'),
  `_deleted` BOOL NOT NULL OPTIONS (description = 'Whether the record was deleted; then all else but the key is null.'),
  `_synced_at` TIMESTAMP NOT NULL OPTIONS (description = 'When the row was written here.'),
  `_batch_id` STRING NOT NULL OPTIONS (description = 'The batch that wrote the row.')
)
CLUSTER BY `org_id`, `id`
OPTIONS (description = 'One row for each change of what people do with a signal.');

CREATE TABLE IF NOT EXISTS `_stg_signal_events_0_9_v2` (
  `org_id` STRING,
  `id` STRING,
  `signal_id` STRING,
  `register` STRING,
  `from_value` JSON,
  `to_value` JSON,
  `at` TIMESTAMP,
  `event_id` STRING,
  `source_id` STRING,
  `_version` INT64,
  `_deleted` BOOL
)
OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY));

BEGIN TRANSACTION;
MERGE INTO `signal_events` AS t
USING (
  SELECT `org_id`, `id`, `signal_id`, `register`, `from_value`, `to_value`, `at`, `event_id`, `source_id`, `_version`, `_deleted`
  FROM `_stg_signal_events_0_9_v2`
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY `org_id`, `id` ORDER BY `_version` DESC) = 1
) AS s
ON t.`org_id` = 'org_demo' AND t.`org_id` = s.`org_id` AND t.`id` = s.`id`
WHEN MATCHED AND s.`_version` > t.`_version` THEN UPDATE SET
  `signal_id` = s.`signal_id`,
  `register` = s.`register`,
  `from_value` = s.`from_value`,
  `to_value` = s.`to_value`,
  `at` = s.`at`,
  `event_id` = s.`event_id`,
  `source_id` = s.`source_id`,
  `_version` = s.`_version`,
  `_deleted` = s.`_deleted`,
  `_synced_at` = TIMESTAMP '2026-11-20T09:00:00.000Z',
  `_batch_id` = 'signal_events_0_9'
WHEN NOT MATCHED THEN INSERT (
  `org_id`,
  `id`,
  `signal_id`,
  `register`,
  `from_value`,
  `to_value`,
  `at`,
  `event_id`,
  `source_id`,
  `_version`,
  `_deleted`,
  `_synced_at`,
  `_batch_id`
) VALUES (
  s.`org_id`,
  s.`id`,
  s.`signal_id`,
  s.`register`,
  s.`from_value`,
  s.`to_value`,
  s.`at`,
  s.`event_id`,
  s.`source_id`,
  s.`_version`,
  s.`_deleted`,
  TIMESTAMP '2026-11-20T09:00:00.000Z',
  'signal_events_0_9'
);
MERGE INTO `_signalpost_cursors` AS t
USING (
  SELECT
    'org_demo' AS `org_id`,
    'signal_events' AS `table_name`,
    9 AS `position`,
    0 AS `rewrite_until`,
    2 AS `version`,
    CAST(NULL AS STRING) AS `history`
) AS s
ON t.`org_id` = s.`org_id` AND t.`table_name` = s.`table_name`
WHEN MATCHED AND t.`position` >= 0 THEN UPDATE SET `position` = GREATEST(t.`position`, s.`position`), `history` = CASE WHEN s.`position` < t.`position` THEN t.`history` ELSE COALESCE(s.`history`, t.`history`) END
WHEN NOT MATCHED AND 0 = 0 THEN INSERT (`org_id`, `table_name`, `position`, `rewrite_until`, `version`, `history`)
VALUES (s.`org_id`, s.`table_name`, s.`position`, s.`rewrite_until`, s.`version`, s.`history`);
COMMIT TRANSACTION;

CREATE TABLE IF NOT EXISTS `accounts` (
  `org_id` STRING NOT NULL OPTIONS (description = 'The workspace.'),
  `account_key` STRING NOT NULL OPTIONS (description = 'The key of the account: d: and a domain, n: and a name, or p: and a place.'),
  `name` STRING OPTIONS (description = 'The name that the newest signal gives it, else its key without the prefix.'),
  `domain` STRING OPTIONS (description = 'The domain of a key with d:.'),
  `region` STRING OPTIONS (description = 'Where the newest signal places it.'),
  `signal_count` INT64 OPTIONS (description = 'How many signals it has.'),
  `top_score` INT64 OPTIONS (description = 'Its greatest relevance score among those of the greatest version.'),
  `top_score_version` INT64 OPTIONS (description = 'The version of the rubric of top_score.'),
  `first_signal_at` TIMESTAMP OPTIONS (description = 'When its first signal was posted.'),
  `last_signal_at` TIMESTAMP OPTIONS (description = 'When its last signal was posted.'),
  `assigned_to` ARRAY<STRING> OPTIONS (description = 'The users to whom its signals are assigned.'),
  `_version` INT64 NOT NULL OPTIONS (description = 'Grows with each change of the row; of two versions the greater counts.'),
  `_deleted` BOOL NOT NULL OPTIONS (description = 'Whether the record was deleted; then all else but the key is null.'),
  `_synced_at` TIMESTAMP NOT NULL OPTIONS (description = 'When the row was written here.'),
  `_batch_id` STRING NOT NULL OPTIONS (description = 'The batch that wrote the row.')
)
CLUSTER BY `org_id`, `account_key`
OPTIONS (description = 'Accounts as they are now. An account without a signal is deleted.');

CREATE TABLE IF NOT EXISTS `_stg_accounts_0_9_v1` (
  `org_id` STRING,
  `account_key` STRING,
  `name` STRING,
  `domain` STRING,
  `region` STRING,
  `signal_count` INT64,
  `top_score` INT64,
  `top_score_version` INT64,
  `first_signal_at` TIMESTAMP,
  `last_signal_at` TIMESTAMP,
  `assigned_to` ARRAY<STRING>,
  `_version` INT64,
  `_deleted` BOOL
)
OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY));

BEGIN TRANSACTION;
MERGE INTO `accounts` AS t
USING (
  SELECT `org_id`, `account_key`, `name`, `domain`, `region`, `signal_count`, `top_score`, `top_score_version`, `first_signal_at`, `last_signal_at`, `assigned_to`, `_version`, `_deleted`
  FROM `_stg_accounts_0_9_v1`
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY `org_id`, `account_key` ORDER BY `_version` DESC) = 1
) AS s
ON t.`org_id` = 'org_demo' AND t.`org_id` = s.`org_id` AND t.`account_key` = s.`account_key`
WHEN MATCHED AND s.`_version` > t.`_version` THEN UPDATE SET
  `name` = s.`name`,
  `domain` = s.`domain`,
  `region` = s.`region`,
  `signal_count` = s.`signal_count`,
  `top_score` = s.`top_score`,
  `top_score_version` = s.`top_score_version`,
  `first_signal_at` = s.`first_signal_at`,
  `last_signal_at` = s.`last_signal_at`,
  `assigned_to` = s.`assigned_to`,
  `_version` = s.`_version`,
  `_deleted` = s.`_deleted`,
  `_synced_at` = TIMESTAMP '2026-11-20T09:00:00.000Z',
  `_batch_id` = 'accounts_0_9'
WHEN NOT MATCHED THEN INSERT (
  `org_id`,
  `account_key`,
  `name`,
  `domain`,
  `region`,
  `signal_count`,
  `top_score`,
  `top_score_version`,
  `first_signal_at`,
  `last_signal_at`,
  `assigned_to`,
  `_version`,
  `_deleted`,
  `_synced_at`,
  `_batch_id`
) VALUES (
  s.`org_id`,
  s.`account_key`,
  s.`name`,
  s.`domain`,
  s.`region`,
  s.`signal_count`,
  s.`top_score`,
  s.`top_score_version`,
  s.`first_signal_at`,
  s.`last_signal_at`,
  s.`assigned_to`,
  s.`_version`,
  s.`_deleted`,
  TIMESTAMP '2026-11-20T09:00:00.000Z',
  'accounts_0_9'
);
MERGE INTO `_signalpost_cursors` AS t
USING (
  SELECT
    'org_demo' AS `org_id`,
    'accounts' AS `table_name`,
    9 AS `position`,
    0 AS `rewrite_until`,
    1 AS `version`,
    CAST(NULL AS STRING) AS `history`
) AS s
ON t.`org_id` = s.`org_id` AND t.`table_name` = s.`table_name`
WHEN MATCHED AND t.`position` >= 0 THEN UPDATE SET `position` = GREATEST(t.`position`, s.`position`), `history` = CASE WHEN s.`position` < t.`position` THEN t.`history` ELSE COALESCE(s.`history`, t.`history`) END
WHEN NOT MATCHED AND 0 = 0 THEN INSERT (`org_id`, `table_name`, `position`, `rewrite_until`, `version`, `history`)
VALUES (s.`org_id`, s.`table_name`, s.`position`, s.`rewrite_until`, s.`version`, s.`history`);
COMMIT TRANSACTION;

CREATE TABLE IF NOT EXISTS `deals` (
  `org_id` STRING NOT NULL OPTIONS (description = 'The workspace.'),
  `id` STRING NOT NULL OPTIONS (description = 'The id of the deal.'),
  `name` STRING OPTIONS (description = 'The name of the deal.'),
  `stage` STRING OPTIONS (description = 'The stage: new, contacted, qualified, proposal, won or lost.'),
  `open` BOOL OPTIONS (description = 'Whether it is neither won nor lost.'),
  `value_amount` INT64 OPTIONS (description = 'The value in minor units of its currency, such as cents.'),
  `value_currency` STRING OPTIONS (description = 'The currency, three capitals of ISO 4217.'),
  `account_key` STRING OPTIONS (description = 'The account that it belongs to: accounts.account_key.'),
  `signal_id` STRING OPTIONS (description = 'The signal that it came from: signals.id.'),
  `owner_id` STRING OPTIONS (description = 'The user who works on it.'),
  `external_id` STRING OPTIONS (description = 'Its id in the system that it came from.'),
  `created_at` TIMESTAMP OPTIONS (description = 'When it was created.'),
  `updated_at` TIMESTAMP OPTIONS (description = 'When it last changed.'),
  `_version` INT64 NOT NULL OPTIONS (description = 'Grows with each change of the row; of two versions the greater counts.'),
  `_deleted` BOOL NOT NULL OPTIONS (description = 'Whether the record was deleted; then all else but the key is null.'),
  `_synced_at` TIMESTAMP NOT NULL OPTIONS (description = 'When the row was written here.'),
  `_batch_id` STRING NOT NULL OPTIONS (description = 'The batch that wrote the row.')
)
CLUSTER BY `org_id`, `id`
OPTIONS (description = 'Deals as they are now.');

CREATE TABLE IF NOT EXISTS `_stg_deals_0_9_v1` (
  `org_id` STRING,
  `id` STRING,
  `name` STRING,
  `stage` STRING,
  `open` BOOL,
  `value_amount` INT64,
  `value_currency` STRING,
  `account_key` STRING,
  `signal_id` STRING,
  `owner_id` STRING,
  `external_id` STRING,
  `created_at` TIMESTAMP,
  `updated_at` TIMESTAMP,
  `_version` INT64,
  `_deleted` BOOL
)
OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY));

BEGIN TRANSACTION;
MERGE INTO `deals` AS t
USING (
  SELECT `org_id`, `id`, `name`, `stage`, `open`, `value_amount`, `value_currency`, `account_key`, `signal_id`, `owner_id`, `external_id`, `created_at`, `updated_at`, `_version`, `_deleted`
  FROM `_stg_deals_0_9_v1`
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY `org_id`, `id` ORDER BY `_version` DESC) = 1
) AS s
ON t.`org_id` = 'org_demo' AND t.`org_id` = s.`org_id` AND t.`id` = s.`id`
WHEN MATCHED AND s.`_version` > t.`_version` THEN UPDATE SET
  `name` = s.`name`,
  `stage` = s.`stage`,
  `open` = s.`open`,
  `value_amount` = s.`value_amount`,
  `value_currency` = s.`value_currency`,
  `account_key` = s.`account_key`,
  `signal_id` = s.`signal_id`,
  `owner_id` = s.`owner_id`,
  `external_id` = s.`external_id`,
  `created_at` = s.`created_at`,
  `updated_at` = s.`updated_at`,
  `_version` = s.`_version`,
  `_deleted` = s.`_deleted`,
  `_synced_at` = TIMESTAMP '2026-11-20T09:00:00.000Z',
  `_batch_id` = 'deals_0_9'
WHEN NOT MATCHED THEN INSERT (
  `org_id`,
  `id`,
  `name`,
  `stage`,
  `open`,
  `value_amount`,
  `value_currency`,
  `account_key`,
  `signal_id`,
  `owner_id`,
  `external_id`,
  `created_at`,
  `updated_at`,
  `_version`,
  `_deleted`,
  `_synced_at`,
  `_batch_id`
) VALUES (
  s.`org_id`,
  s.`id`,
  s.`name`,
  s.`stage`,
  s.`open`,
  s.`value_amount`,
  s.`value_currency`,
  s.`account_key`,
  s.`signal_id`,
  s.`owner_id`,
  s.`external_id`,
  s.`created_at`,
  s.`updated_at`,
  s.`_version`,
  s.`_deleted`,
  TIMESTAMP '2026-11-20T09:00:00.000Z',
  'deals_0_9'
);
MERGE INTO `_signalpost_cursors` AS t
USING (
  SELECT
    'org_demo' AS `org_id`,
    'deals' AS `table_name`,
    9 AS `position`,
    0 AS `rewrite_until`,
    1 AS `version`,
    CAST(NULL AS STRING) AS `history`
) AS s
ON t.`org_id` = s.`org_id` AND t.`table_name` = s.`table_name`
WHEN MATCHED AND t.`position` >= 0 THEN UPDATE SET `position` = GREATEST(t.`position`, s.`position`), `history` = CASE WHEN s.`position` < t.`position` THEN t.`history` ELSE COALESCE(s.`history`, t.`history`) END
WHEN NOT MATCHED AND 0 = 0 THEN INSERT (`org_id`, `table_name`, `position`, `rewrite_until`, `version`, `history`)
VALUES (s.`org_id`, s.`table_name`, s.`position`, s.`rewrite_until`, s.`version`, s.`history`);
COMMIT TRANSACTION;

CREATE TABLE IF NOT EXISTS `deal_events` (
  `org_id` STRING NOT NULL OPTIONS (description = 'The workspace.'),
  `id` STRING NOT NULL OPTIONS (description = 'The id of the change.'),
  `deal_id` STRING OPTIONS (description = 'The deal: deals.id.'),
  `member` STRING OPTIONS (description = 'Which member of the deal changed, such as stage.'),
  `from_value` JSON OPTIONS (description = 'The value before, as JSON; null if there was none.'),
  `to_value` JSON OPTIONS (description = 'The value after, as JSON; null if it was cleared.'),
  `at` TIMESTAMP OPTIONS (description = 'When it changed.'),
  `event_id` STRING OPTIONS (description = 'The event that changed it.'),
  `source_id` STRING OPTIONS (description = 'The source that the event came from; null for a change that was made here.'),
  `_version` INT64 NOT NULL OPTIONS (description = 'Grows with each change of the row; of two versions the greater counts.'),
  `_deleted` BOOL NOT NULL OPTIONS (description = 'Whether the record was deleted; then all else but the key is null.'),
  `_synced_at` TIMESTAMP NOT NULL OPTIONS (description = 'When the row was written here.'),
  `_batch_id` STRING NOT NULL OPTIONS (description = 'The batch that wrote the row.')
)
CLUSTER BY `org_id`, `id`
OPTIONS (description = 'One row for each change of a member of a deal.');

CREATE TABLE IF NOT EXISTS `_stg_deal_events_0_9_v1` (
  `org_id` STRING,
  `id` STRING,
  `deal_id` STRING,
  `member` STRING,
  `from_value` JSON,
  `to_value` JSON,
  `at` TIMESTAMP,
  `event_id` STRING,
  `source_id` STRING,
  `_version` INT64,
  `_deleted` BOOL
)
OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY));

BEGIN TRANSACTION;
MERGE INTO `deal_events` AS t
USING (
  SELECT `org_id`, `id`, `deal_id`, `member`, `from_value`, `to_value`, `at`, `event_id`, `source_id`, `_version`, `_deleted`
  FROM `_stg_deal_events_0_9_v1`
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY `org_id`, `id` ORDER BY `_version` DESC) = 1
) AS s
ON t.`org_id` = 'org_demo' AND t.`org_id` = s.`org_id` AND t.`id` = s.`id`
WHEN MATCHED AND s.`_version` > t.`_version` THEN UPDATE SET
  `deal_id` = s.`deal_id`,
  `member` = s.`member`,
  `from_value` = s.`from_value`,
  `to_value` = s.`to_value`,
  `at` = s.`at`,
  `event_id` = s.`event_id`,
  `source_id` = s.`source_id`,
  `_version` = s.`_version`,
  `_deleted` = s.`_deleted`,
  `_synced_at` = TIMESTAMP '2026-11-20T09:00:00.000Z',
  `_batch_id` = 'deal_events_0_9'
WHEN NOT MATCHED THEN INSERT (
  `org_id`,
  `id`,
  `deal_id`,
  `member`,
  `from_value`,
  `to_value`,
  `at`,
  `event_id`,
  `source_id`,
  `_version`,
  `_deleted`,
  `_synced_at`,
  `_batch_id`
) VALUES (
  s.`org_id`,
  s.`id`,
  s.`deal_id`,
  s.`member`,
  s.`from_value`,
  s.`to_value`,
  s.`at`,
  s.`event_id`,
  s.`source_id`,
  s.`_version`,
  s.`_deleted`,
  TIMESTAMP '2026-11-20T09:00:00.000Z',
  'deal_events_0_9'
);
MERGE INTO `_signalpost_cursors` AS t
USING (
  SELECT
    'org_demo' AS `org_id`,
    'deal_events' AS `table_name`,
    9 AS `position`,
    0 AS `rewrite_until`,
    1 AS `version`,
    CAST(NULL AS STRING) AS `history`
) AS s
ON t.`org_id` = s.`org_id` AND t.`table_name` = s.`table_name`
WHEN MATCHED AND t.`position` >= 0 THEN UPDATE SET `position` = GREATEST(t.`position`, s.`position`), `history` = CASE WHEN s.`position` < t.`position` THEN t.`history` ELSE COALESCE(s.`history`, t.`history`) END
WHEN NOT MATCHED AND 0 = 0 THEN INSERT (`org_id`, `table_name`, `position`, `rewrite_until`, `version`, `history`)
VALUES (s.`org_id`, s.`table_name`, s.`position`, s.`rewrite_until`, s.`version`, s.`history`);
COMMIT TRANSACTION;

CREATE TABLE IF NOT EXISTS `notes` (
  `org_id` STRING NOT NULL OPTIONS (description = 'The workspace.'),
  `id` STRING NOT NULL OPTIONS (description = 'The id of the note.'),
  `target_type` STRING OPTIONS (description = 'What it is about: a signal, an account or a deal.'),
  `target_id` STRING OPTIONS (description = 'The id or key of what it is about.'),
  `body` STRING OPTIONS (description = 'The text of the note.'),
  `created_at` TIMESTAMP OPTIONS (description = 'When it was written.'),
  `created_by` STRING OPTIONS (description = 'Who wrote it.'),
  `_version` INT64 NOT NULL OPTIONS (description = 'Grows with each change of the row; of two versions the greater counts.'),
  `_deleted` BOOL NOT NULL OPTIONS (description = 'Whether the record was deleted; then all else but the key is null.'),
  `_synced_at` TIMESTAMP NOT NULL OPTIONS (description = 'When the row was written here.'),
  `_batch_id` STRING NOT NULL OPTIONS (description = 'The batch that wrote the row.')
)
CLUSTER BY `org_id`, `id`
OPTIONS (description = 'Notes, also those of deleted records.');

CREATE TABLE IF NOT EXISTS `_stg_notes_0_9_v1` (
  `org_id` STRING,
  `id` STRING,
  `target_type` STRING,
  `target_id` STRING,
  `body` STRING,
  `created_at` TIMESTAMP,
  `created_by` STRING,
  `_version` INT64,
  `_deleted` BOOL
)
OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY));

BEGIN TRANSACTION;
MERGE INTO `notes` AS t
USING (
  SELECT `org_id`, `id`, `target_type`, `target_id`, `body`, `created_at`, `created_by`, `_version`, `_deleted`
  FROM `_stg_notes_0_9_v1`
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY `org_id`, `id` ORDER BY `_version` DESC) = 1
) AS s
ON t.`org_id` = 'org_demo' AND t.`org_id` = s.`org_id` AND t.`id` = s.`id`
WHEN MATCHED AND s.`_version` > t.`_version` THEN UPDATE SET
  `target_type` = s.`target_type`,
  `target_id` = s.`target_id`,
  `body` = s.`body`,
  `created_at` = s.`created_at`,
  `created_by` = s.`created_by`,
  `_version` = s.`_version`,
  `_deleted` = s.`_deleted`,
  `_synced_at` = TIMESTAMP '2026-11-20T09:00:00.000Z',
  `_batch_id` = 'notes_0_9'
WHEN NOT MATCHED THEN INSERT (
  `org_id`,
  `id`,
  `target_type`,
  `target_id`,
  `body`,
  `created_at`,
  `created_by`,
  `_version`,
  `_deleted`,
  `_synced_at`,
  `_batch_id`
) VALUES (
  s.`org_id`,
  s.`id`,
  s.`target_type`,
  s.`target_id`,
  s.`body`,
  s.`created_at`,
  s.`created_by`,
  s.`_version`,
  s.`_deleted`,
  TIMESTAMP '2026-11-20T09:00:00.000Z',
  'notes_0_9'
);
MERGE INTO `_signalpost_cursors` AS t
USING (
  SELECT
    'org_demo' AS `org_id`,
    'notes' AS `table_name`,
    9 AS `position`,
    0 AS `rewrite_until`,
    1 AS `version`,
    CAST(NULL AS STRING) AS `history`
) AS s
ON t.`org_id` = s.`org_id` AND t.`table_name` = s.`table_name`
WHEN MATCHED AND t.`position` >= 0 THEN UPDATE SET `position` = GREATEST(t.`position`, s.`position`), `history` = CASE WHEN s.`position` < t.`position` THEN t.`history` ELSE COALESCE(s.`history`, t.`history`) END
WHEN NOT MATCHED AND 0 = 0 THEN INSERT (`org_id`, `table_name`, `position`, `rewrite_until`, `version`, `history`)
VALUES (s.`org_id`, s.`table_name`, s.`position`, s.`rewrite_until`, s.`version`, s.`history`);
COMMIT TRANSACTION;

CREATE TABLE IF NOT EXISTS `listeners` (
  `org_id` STRING NOT NULL OPTIONS (description = 'The workspace.'),
  `id` STRING NOT NULL OPTIONS (description = 'The id of the listener.'),
  `name` STRING OPTIONS (description = 'The name of the listener.'),
  `mode` STRING OPTIONS (description = 'What it looks for: market, places or rivals.'),
  `objective` STRING OPTIONS (description = 'What it is meant to find, in the words of its owner.'),
  `schedule_every_minutes` INT64 OPTIONS (description = 'How many minutes lie between two runs; null for a schedule by cron.'),
  `schedule_cron` STRING OPTIONS (description = 'When it runs, as cron; null for a schedule by minutes.'),
  `schedule_timezone` STRING OPTIONS (description = 'The time zone of schedule_cron.'),
  `signal_count` INT64 OPTIONS (description = 'How many signals it has found.'),
  `keywords` ARRAY<STRING> OPTIONS (description = 'What it searches for.'),
  `exclusions` ARRAY<STRING> OPTIONS (description = 'What must not be in a post.'),
  `queries` JSON OPTIONS (description = 'Its queries, each with the platform, as JSON.'),
  `sensitivity` STRING OPTIONS (description = 'How much it lets pass: low, balanced or high.'),
  `profile_target_roles` ARRAY<STRING> OPTIONS (description = 'Of mode market: who buys.'),
  `profile_categories` ARRAY<STRING> OPTIONS (description = 'Of mode places: which kinds of places.'),
  `profile_locations` ARRAY<STRING> OPTIONS (description = 'Of mode places: where.'),
  `profile_rivals` ARRAY<STRING> OPTIONS (description = 'Of mode rivals: whose customers.'),
  `profile_pain_vocabulary` ARRAY<STRING> OPTIONS (description = 'Of mode rivals: words of unhappy customers.'),
  `scheduler_state` STRING OPTIONS (description = 'What it does now: idle, queued, running, paused or failed.'),
  `scheduler_last_run_at` TIMESTAMP OPTIONS (description = 'When it last ran.'),
  `scheduler_next_run_at` TIMESTAMP OPTIONS (description = 'When it runs next.'),
  `scheduler_last_error` STRING OPTIONS (description = 'Why its last run failed; null if it did not.'),
  `created_at` TIMESTAMP OPTIONS (description = 'When it was created.'),
  `updated_at` TIMESTAMP OPTIONS (description = 'When it last changed.'),
  `_version` INT64 NOT NULL OPTIONS (description = 'Grows with each change of the row; of two versions the greater counts.'),
  `_deleted` BOOL NOT NULL OPTIONS (description = 'Whether the record was deleted; then all else but the key is null.'),
  `_synced_at` TIMESTAMP NOT NULL OPTIONS (description = 'When the row was written here.'),
  `_batch_id` STRING NOT NULL OPTIONS (description = 'The batch that wrote the row.')
)
CLUSTER BY `org_id`, `id`
OPTIONS (description = 'Listeners as they are now.');

CREATE TABLE IF NOT EXISTS `_stg_listeners_0_9_v1` (
  `org_id` STRING,
  `id` STRING,
  `name` STRING,
  `mode` STRING,
  `objective` STRING,
  `schedule_every_minutes` INT64,
  `schedule_cron` STRING,
  `schedule_timezone` STRING,
  `signal_count` INT64,
  `keywords` ARRAY<STRING>,
  `exclusions` ARRAY<STRING>,
  `queries` JSON,
  `sensitivity` STRING,
  `profile_target_roles` ARRAY<STRING>,
  `profile_categories` ARRAY<STRING>,
  `profile_locations` ARRAY<STRING>,
  `profile_rivals` ARRAY<STRING>,
  `profile_pain_vocabulary` ARRAY<STRING>,
  `scheduler_state` STRING,
  `scheduler_last_run_at` TIMESTAMP,
  `scheduler_next_run_at` TIMESTAMP,
  `scheduler_last_error` STRING,
  `created_at` TIMESTAMP,
  `updated_at` TIMESTAMP,
  `_version` INT64,
  `_deleted` BOOL
)
OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY));

BEGIN TRANSACTION;
MERGE INTO `listeners` AS t
USING (
  SELECT `org_id`, `id`, `name`, `mode`, `objective`, `schedule_every_minutes`, `schedule_cron`, `schedule_timezone`, `signal_count`, `keywords`, `exclusions`, `queries`, `sensitivity`, `profile_target_roles`, `profile_categories`, `profile_locations`, `profile_rivals`, `profile_pain_vocabulary`, `scheduler_state`, `scheduler_last_run_at`, `scheduler_next_run_at`, `scheduler_last_error`, `created_at`, `updated_at`, `_version`, `_deleted`
  FROM `_stg_listeners_0_9_v1`
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY `org_id`, `id` ORDER BY `_version` DESC) = 1
) AS s
ON t.`org_id` = 'org_demo' AND t.`org_id` = s.`org_id` AND t.`id` = s.`id`
WHEN MATCHED AND s.`_version` > t.`_version` THEN UPDATE SET
  `name` = s.`name`,
  `mode` = s.`mode`,
  `objective` = s.`objective`,
  `schedule_every_minutes` = s.`schedule_every_minutes`,
  `schedule_cron` = s.`schedule_cron`,
  `schedule_timezone` = s.`schedule_timezone`,
  `signal_count` = s.`signal_count`,
  `keywords` = s.`keywords`,
  `exclusions` = s.`exclusions`,
  `queries` = s.`queries`,
  `sensitivity` = s.`sensitivity`,
  `profile_target_roles` = s.`profile_target_roles`,
  `profile_categories` = s.`profile_categories`,
  `profile_locations` = s.`profile_locations`,
  `profile_rivals` = s.`profile_rivals`,
  `profile_pain_vocabulary` = s.`profile_pain_vocabulary`,
  `scheduler_state` = s.`scheduler_state`,
  `scheduler_last_run_at` = s.`scheduler_last_run_at`,
  `scheduler_next_run_at` = s.`scheduler_next_run_at`,
  `scheduler_last_error` = s.`scheduler_last_error`,
  `created_at` = s.`created_at`,
  `updated_at` = s.`updated_at`,
  `_version` = s.`_version`,
  `_deleted` = s.`_deleted`,
  `_synced_at` = TIMESTAMP '2026-11-20T09:00:00.000Z',
  `_batch_id` = 'listeners_0_9'
WHEN NOT MATCHED THEN INSERT (
  `org_id`,
  `id`,
  `name`,
  `mode`,
  `objective`,
  `schedule_every_minutes`,
  `schedule_cron`,
  `schedule_timezone`,
  `signal_count`,
  `keywords`,
  `exclusions`,
  `queries`,
  `sensitivity`,
  `profile_target_roles`,
  `profile_categories`,
  `profile_locations`,
  `profile_rivals`,
  `profile_pain_vocabulary`,
  `scheduler_state`,
  `scheduler_last_run_at`,
  `scheduler_next_run_at`,
  `scheduler_last_error`,
  `created_at`,
  `updated_at`,
  `_version`,
  `_deleted`,
  `_synced_at`,
  `_batch_id`
) VALUES (
  s.`org_id`,
  s.`id`,
  s.`name`,
  s.`mode`,
  s.`objective`,
  s.`schedule_every_minutes`,
  s.`schedule_cron`,
  s.`schedule_timezone`,
  s.`signal_count`,
  s.`keywords`,
  s.`exclusions`,
  s.`queries`,
  s.`sensitivity`,
  s.`profile_target_roles`,
  s.`profile_categories`,
  s.`profile_locations`,
  s.`profile_rivals`,
  s.`profile_pain_vocabulary`,
  s.`scheduler_state`,
  s.`scheduler_last_run_at`,
  s.`scheduler_next_run_at`,
  s.`scheduler_last_error`,
  s.`created_at`,
  s.`updated_at`,
  s.`_version`,
  s.`_deleted`,
  TIMESTAMP '2026-11-20T09:00:00.000Z',
  'listeners_0_9'
);
MERGE INTO `_signalpost_cursors` AS t
USING (
  SELECT
    'org_demo' AS `org_id`,
    'listeners' AS `table_name`,
    9 AS `position`,
    0 AS `rewrite_until`,
    1 AS `version`,
    CAST(NULL AS STRING) AS `history`
) AS s
ON t.`org_id` = s.`org_id` AND t.`table_name` = s.`table_name`
WHEN MATCHED AND t.`position` >= 0 THEN UPDATE SET `position` = GREATEST(t.`position`, s.`position`), `history` = CASE WHEN s.`position` < t.`position` THEN t.`history` ELSE COALESCE(s.`history`, t.`history`) END
WHEN NOT MATCHED AND 0 = 0 THEN INSERT (`org_id`, `table_name`, `position`, `rewrite_until`, `version`, `history`)
VALUES (s.`org_id`, s.`table_name`, s.`position`, s.`rewrite_until`, s.`version`, s.`history`);
COMMIT TRANSACTION;

CREATE TABLE IF NOT EXISTS `dispatches` (
  `org_id` STRING NOT NULL OPTIONS (description = 'The workspace.'),
  `id` STRING NOT NULL OPTIONS (description = 'The number of the decision.'),
  `rule_id` STRING OPTIONS (description = 'The rule that fired; null for a step of an escalation.'),
  `channel_id` STRING OPTIONS (description = 'The channel that it was for.'),
  `signal_id` STRING OPTIONS (description = 'The signal: signals.id.'),
  `decided_at` TIMESTAMP OPTIONS (description = 'When it was decided.'),
  `status` STRING OPTIONS (description = 'Its outcome: pending, sent, digested, failed, unknown, expired or suppressed. One that is suppressed is never sent.'),
  `reason` STRING OPTIONS (description = 'Why it was suppressed or held back; null if it was neither.'),
  `sent_at` TIMESTAMP OPTIONS (description = 'When the channel took it; null if it has not.'),
  `is_instant` BOOL OPTIONS (description = 'Whether it was to go out at once, rather than in a digest.'),
  `digest_id` STRING OPTIONS (description = 'The digest that it went into; null if it went out alone.'),
  `escalation_id` STRING OPTIONS (description = 'The escalation that it is a step of; null for an alert of a rule.'),
  `_version` INT64 NOT NULL OPTIONS (description = 'Grows with each change of the row; of two versions the greater counts.'),
  `_deleted` BOOL NOT NULL OPTIONS (description = 'Whether the record was deleted; then all else but the key is null.'),
  `_synced_at` TIMESTAMP NOT NULL OPTIONS (description = 'When the row was written here.'),
  `_batch_id` STRING NOT NULL OPTIONS (description = 'The batch that wrote the row.')
)
CLUSTER BY `org_id`, `id`
OPTIONS (description = 'One row for each alert that was decided on: a signal, a channel, and a rule or a step of an escalation.');

CREATE TABLE IF NOT EXISTS `_stg_dispatches_0_9_v1` (
  `org_id` STRING,
  `id` STRING,
  `rule_id` STRING,
  `channel_id` STRING,
  `signal_id` STRING,
  `decided_at` TIMESTAMP,
  `status` STRING,
  `reason` STRING,
  `sent_at` TIMESTAMP,
  `is_instant` BOOL,
  `digest_id` STRING,
  `escalation_id` STRING,
  `_version` INT64,
  `_deleted` BOOL
)
OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY));

BEGIN TRANSACTION;
MERGE INTO `dispatches` AS t
USING (
  SELECT `org_id`, `id`, `rule_id`, `channel_id`, `signal_id`, `decided_at`, `status`, `reason`, `sent_at`, `is_instant`, `digest_id`, `escalation_id`, `_version`, `_deleted`
  FROM `_stg_dispatches_0_9_v1`
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY `org_id`, `id` ORDER BY `_version` DESC) = 1
) AS s
ON t.`org_id` = 'org_demo' AND t.`org_id` = s.`org_id` AND t.`id` = s.`id`
WHEN MATCHED AND s.`_version` > t.`_version` THEN UPDATE SET
  `rule_id` = s.`rule_id`,
  `channel_id` = s.`channel_id`,
  `signal_id` = s.`signal_id`,
  `decided_at` = s.`decided_at`,
  `status` = s.`status`,
  `reason` = s.`reason`,
  `sent_at` = s.`sent_at`,
  `is_instant` = s.`is_instant`,
  `digest_id` = s.`digest_id`,
  `escalation_id` = s.`escalation_id`,
  `_version` = s.`_version`,
  `_deleted` = s.`_deleted`,
  `_synced_at` = TIMESTAMP '2026-11-20T09:00:00.000Z',
  `_batch_id` = 'dispatches_0_9'
WHEN NOT MATCHED THEN INSERT (
  `org_id`,
  `id`,
  `rule_id`,
  `channel_id`,
  `signal_id`,
  `decided_at`,
  `status`,
  `reason`,
  `sent_at`,
  `is_instant`,
  `digest_id`,
  `escalation_id`,
  `_version`,
  `_deleted`,
  `_synced_at`,
  `_batch_id`
) VALUES (
  s.`org_id`,
  s.`id`,
  s.`rule_id`,
  s.`channel_id`,
  s.`signal_id`,
  s.`decided_at`,
  s.`status`,
  s.`reason`,
  s.`sent_at`,
  s.`is_instant`,
  s.`digest_id`,
  s.`escalation_id`,
  s.`_version`,
  s.`_deleted`,
  TIMESTAMP '2026-11-20T09:00:00.000Z',
  'dispatches_0_9'
);
MERGE INTO `_signalpost_cursors` AS t
USING (
  SELECT
    'org_demo' AS `org_id`,
    'dispatches' AS `table_name`,
    9 AS `position`,
    0 AS `rewrite_until`,
    1 AS `version`,
    CAST(NULL AS STRING) AS `history`
) AS s
ON t.`org_id` = s.`org_id` AND t.`table_name` = s.`table_name`
WHEN MATCHED AND t.`position` >= 0 THEN UPDATE SET `position` = GREATEST(t.`position`, s.`position`), `history` = CASE WHEN s.`position` < t.`position` THEN t.`history` ELSE COALESCE(s.`history`, t.`history`) END
WHEN NOT MATCHED AND 0 = 0 THEN INSERT (`org_id`, `table_name`, `position`, `rewrite_until`, `version`, `history`)
VALUES (s.`org_id`, s.`table_name`, s.`position`, s.`rewrite_until`, s.`version`, s.`history`);
COMMIT TRANSACTION;

CREATE TABLE IF NOT EXISTS `escalation_steps` (
  `org_id` STRING NOT NULL OPTIONS (description = 'The workspace.'),
  `id` STRING NOT NULL OPTIONS (description = 'The number of the decision: dispatches.id.'),
  `escalation_id` STRING OPTIONS (description = 'The escalation.'),
  `round` INT64 OPTIONS (description = 'How often the steps had begun, from 1.'),
  `step` INT64 OPTIONS (description = 'Which of the steps it is, from 1.'),
  `channel_id` STRING OPTIONS (description = 'The channel that it was for.'),
  `signal_id` STRING OPTIONS (description = 'The signal: signals.id.'),
  `decided_at` TIMESTAMP OPTIONS (description = 'When it was decided.'),
  `status` STRING OPTIONS (description = 'Its outcome: pending, sent, digested, failed, unknown, expired or suppressed. One that is suppressed is never sent.'),
  `reason` STRING OPTIONS (description = 'Why it was suppressed or held back; null if it was neither.'),
  `sent_at` TIMESTAMP OPTIONS (description = 'When the channel took it; null if it has not.'),
  `_version` INT64 NOT NULL OPTIONS (description = 'Grows with each change of the row; of two versions the greater counts.'),
  `_deleted` BOOL NOT NULL OPTIONS (description = 'Whether the record was deleted; then all else but the key is null.'),
  `_synced_at` TIMESTAMP NOT NULL OPTIONS (description = 'When the row was written here.'),
  `_batch_id` STRING NOT NULL OPTIONS (description = 'The batch that wrote the row.')
)
CLUSTER BY `org_id`, `id`
OPTIONS (description = 'One row for each alert that a step of an escalation decided on. Each is in dispatches too.');

CREATE TABLE IF NOT EXISTS `_stg_escalation_steps_0_9_v1` (
  `org_id` STRING,
  `id` STRING,
  `escalation_id` STRING,
  `round` INT64,
  `step` INT64,
  `channel_id` STRING,
  `signal_id` STRING,
  `decided_at` TIMESTAMP,
  `status` STRING,
  `reason` STRING,
  `sent_at` TIMESTAMP,
  `_version` INT64,
  `_deleted` BOOL
)
OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY));

BEGIN TRANSACTION;
MERGE INTO `escalation_steps` AS t
USING (
  SELECT `org_id`, `id`, `escalation_id`, `round`, `step`, `channel_id`, `signal_id`, `decided_at`, `status`, `reason`, `sent_at`, `_version`, `_deleted`
  FROM `_stg_escalation_steps_0_9_v1`
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY `org_id`, `id` ORDER BY `_version` DESC) = 1
) AS s
ON t.`org_id` = 'org_demo' AND t.`org_id` = s.`org_id` AND t.`id` = s.`id`
WHEN MATCHED AND s.`_version` > t.`_version` THEN UPDATE SET
  `escalation_id` = s.`escalation_id`,
  `round` = s.`round`,
  `step` = s.`step`,
  `channel_id` = s.`channel_id`,
  `signal_id` = s.`signal_id`,
  `decided_at` = s.`decided_at`,
  `status` = s.`status`,
  `reason` = s.`reason`,
  `sent_at` = s.`sent_at`,
  `_version` = s.`_version`,
  `_deleted` = s.`_deleted`,
  `_synced_at` = TIMESTAMP '2026-11-20T09:00:00.000Z',
  `_batch_id` = 'escalation_steps_0_9'
WHEN NOT MATCHED THEN INSERT (
  `org_id`,
  `id`,
  `escalation_id`,
  `round`,
  `step`,
  `channel_id`,
  `signal_id`,
  `decided_at`,
  `status`,
  `reason`,
  `sent_at`,
  `_version`,
  `_deleted`,
  `_synced_at`,
  `_batch_id`
) VALUES (
  s.`org_id`,
  s.`id`,
  s.`escalation_id`,
  s.`round`,
  s.`step`,
  s.`channel_id`,
  s.`signal_id`,
  s.`decided_at`,
  s.`status`,
  s.`reason`,
  s.`sent_at`,
  s.`_version`,
  s.`_deleted`,
  TIMESTAMP '2026-11-20T09:00:00.000Z',
  'escalation_steps_0_9'
);
MERGE INTO `_signalpost_cursors` AS t
USING (
  SELECT
    'org_demo' AS `org_id`,
    'escalation_steps' AS `table_name`,
    9 AS `position`,
    0 AS `rewrite_until`,
    1 AS `version`,
    CAST(NULL AS STRING) AS `history`
) AS s
ON t.`org_id` = s.`org_id` AND t.`table_name` = s.`table_name`
WHEN MATCHED AND t.`position` >= 0 THEN UPDATE SET `position` = GREATEST(t.`position`, s.`position`), `history` = CASE WHEN s.`position` < t.`position` THEN t.`history` ELSE COALESCE(s.`history`, t.`history`) END
WHEN NOT MATCHED AND 0 = 0 THEN INSERT (`org_id`, `table_name`, `position`, `rewrite_until`, `version`, `history`)
VALUES (s.`org_id`, s.`table_name`, s.`position`, s.`rewrite_until`, s.`version`, s.`history`);
COMMIT TRANSACTION;

CREATE TABLE IF NOT EXISTS `collections` (
  `org_id` STRING NOT NULL OPTIONS (description = 'The workspace.'),
  `id` STRING NOT NULL OPTIONS (description = 'The id of the list.'),
  `name` STRING OPTIONS (description = 'The name of the list.'),
  `description` STRING OPTIONS (description = 'What it is for, in the words of a person.'),
  `created_at` TIMESTAMP OPTIONS (description = 'When it was created.'),
  `_version` INT64 NOT NULL OPTIONS (description = 'Grows with each change of the row; of two versions the greater counts.'),
  `_deleted` BOOL NOT NULL OPTIONS (description = 'Whether the record was deleted; then all else but the key is null.'),
  `_synced_at` TIMESTAMP NOT NULL OPTIONS (description = 'When the row was written here.'),
  `_batch_id` STRING NOT NULL OPTIONS (description = 'The batch that wrote the row.')
)
CLUSTER BY `org_id`, `id`
OPTIONS (description = 'Lists of signals as they are now.');

CREATE TABLE IF NOT EXISTS `_stg_collections_0_9_v1` (
  `org_id` STRING,
  `id` STRING,
  `name` STRING,
  `description` STRING,
  `created_at` TIMESTAMP,
  `_version` INT64,
  `_deleted` BOOL
)
OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY));

BEGIN TRANSACTION;
MERGE INTO `collections` AS t
USING (
  SELECT `org_id`, `id`, `name`, `description`, `created_at`, `_version`, `_deleted`
  FROM `_stg_collections_0_9_v1`
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY `org_id`, `id` ORDER BY `_version` DESC) = 1
) AS s
ON t.`org_id` = 'org_demo' AND t.`org_id` = s.`org_id` AND t.`id` = s.`id`
WHEN MATCHED AND s.`_version` > t.`_version` THEN UPDATE SET
  `name` = s.`name`,
  `description` = s.`description`,
  `created_at` = s.`created_at`,
  `_version` = s.`_version`,
  `_deleted` = s.`_deleted`,
  `_synced_at` = TIMESTAMP '2026-11-20T09:00:00.000Z',
  `_batch_id` = 'collections_0_9'
WHEN NOT MATCHED THEN INSERT (
  `org_id`,
  `id`,
  `name`,
  `description`,
  `created_at`,
  `_version`,
  `_deleted`,
  `_synced_at`,
  `_batch_id`
) VALUES (
  s.`org_id`,
  s.`id`,
  s.`name`,
  s.`description`,
  s.`created_at`,
  s.`_version`,
  s.`_deleted`,
  TIMESTAMP '2026-11-20T09:00:00.000Z',
  'collections_0_9'
);
MERGE INTO `_signalpost_cursors` AS t
USING (
  SELECT
    'org_demo' AS `org_id`,
    'collections' AS `table_name`,
    9 AS `position`,
    0 AS `rewrite_until`,
    1 AS `version`,
    CAST(NULL AS STRING) AS `history`
) AS s
ON t.`org_id` = s.`org_id` AND t.`table_name` = s.`table_name`
WHEN MATCHED AND t.`position` >= 0 THEN UPDATE SET `position` = GREATEST(t.`position`, s.`position`), `history` = CASE WHEN s.`position` < t.`position` THEN t.`history` ELSE COALESCE(s.`history`, t.`history`) END
WHEN NOT MATCHED AND 0 = 0 THEN INSERT (`org_id`, `table_name`, `position`, `rewrite_until`, `version`, `history`)
VALUES (s.`org_id`, s.`table_name`, s.`position`, s.`rewrite_until`, s.`version`, s.`history`);
COMMIT TRANSACTION;

CREATE TABLE IF NOT EXISTS `saves` (
  `org_id` STRING NOT NULL OPTIONS (description = 'The workspace.'),
  `id` STRING NOT NULL OPTIONS (description = 'The id of the list and that of the signal, with a colon between.'),
  `collection_id` STRING OPTIONS (description = 'The list: collections.id.'),
  `signal_id` STRING OPTIONS (description = 'The signal: signals.id.'),
  `saved_at` TIMESTAMP OPTIONS (description = 'When the signal was saved.'),
  `_version` INT64 NOT NULL OPTIONS (description = 'Grows with each change of the row; of two versions the greater counts.'),
  `_deleted` BOOL NOT NULL OPTIONS (description = 'Whether the record was deleted; then all else but the key is null.'),
  `_synced_at` TIMESTAMP NOT NULL OPTIONS (description = 'When the row was written here.'),
  `_batch_id` STRING NOT NULL OPTIONS (description = 'The batch that wrote the row.')
)
CLUSTER BY `org_id`, `id`
OPTIONS (description = 'The signals in each list. One that is taken out is deleted here.');

CREATE TABLE IF NOT EXISTS `_stg_saves_0_9_v1` (
  `org_id` STRING,
  `id` STRING,
  `collection_id` STRING,
  `signal_id` STRING,
  `saved_at` TIMESTAMP,
  `_version` INT64,
  `_deleted` BOOL
)
OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY));

BEGIN TRANSACTION;
MERGE INTO `saves` AS t
USING (
  SELECT `org_id`, `id`, `collection_id`, `signal_id`, `saved_at`, `_version`, `_deleted`
  FROM `_stg_saves_0_9_v1`
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY `org_id`, `id` ORDER BY `_version` DESC) = 1
) AS s
ON t.`org_id` = 'org_demo' AND t.`org_id` = s.`org_id` AND t.`id` = s.`id`
WHEN MATCHED AND s.`_version` > t.`_version` THEN UPDATE SET
  `collection_id` = s.`collection_id`,
  `signal_id` = s.`signal_id`,
  `saved_at` = s.`saved_at`,
  `_version` = s.`_version`,
  `_deleted` = s.`_deleted`,
  `_synced_at` = TIMESTAMP '2026-11-20T09:00:00.000Z',
  `_batch_id` = 'saves_0_9'
WHEN NOT MATCHED THEN INSERT (
  `org_id`,
  `id`,
  `collection_id`,
  `signal_id`,
  `saved_at`,
  `_version`,
  `_deleted`,
  `_synced_at`,
  `_batch_id`
) VALUES (
  s.`org_id`,
  s.`id`,
  s.`collection_id`,
  s.`signal_id`,
  s.`saved_at`,
  s.`_version`,
  s.`_deleted`,
  TIMESTAMP '2026-11-20T09:00:00.000Z',
  'saves_0_9'
);
MERGE INTO `_signalpost_cursors` AS t
USING (
  SELECT
    'org_demo' AS `org_id`,
    'saves' AS `table_name`,
    9 AS `position`,
    0 AS `rewrite_until`,
    1 AS `version`,
    CAST(NULL AS STRING) AS `history`
) AS s
ON t.`org_id` = s.`org_id` AND t.`table_name` = s.`table_name`
WHEN MATCHED AND t.`position` >= 0 THEN UPDATE SET `position` = GREATEST(t.`position`, s.`position`), `history` = CASE WHEN s.`position` < t.`position` THEN t.`history` ELSE COALESCE(s.`history`, t.`history`) END
WHEN NOT MATCHED AND 0 = 0 THEN INSERT (`org_id`, `table_name`, `position`, `rewrite_until`, `version`, `history`)
VALUES (s.`org_id`, s.`table_name`, s.`position`, s.`rewrite_until`, s.`version`, s.`history`);
COMMIT TRANSACTION;

CREATE TABLE IF NOT EXISTS `attempts` (
  `org_id` STRING NOT NULL OPTIONS (description = 'The workspace.'),
  `id` STRING NOT NULL OPTIONS (description = 'The id of the message and the number of the try, with a colon between.'),
  `message_id` STRING OPTIONS (description = 'The message, which may take several tries.'),
  `number` INT64 OPTIONS (description = 'Which try of the message it is, from 1.'),
  `kind` STRING OPTIONS (description = 'What was sent: instant, digest or follow_up.'),
  `dispatch_id` STRING OPTIONS (description = 'The alert: dispatches.id; null for a digest or a follow-up.'),
  `digest_id` STRING OPTIONS (description = 'The digest: dispatches.digest_id of each of its alerts.'),
  `channel_id` STRING OPTIONS (description = 'The channel that it was sent to.'),
  `signal_id` STRING OPTIONS (description = 'The signal: signals.id; null for a digest.'),
  `at` TIMESTAMP OPTIONS (description = 'When it began.'),
  `outcome` STRING OPTIONS (description = 'How it ended: sent, retry, throttled, ambiguous, rejected or disabled; null while it is under way.'),
  `http_status` INT64 OPTIONS (description = 'The status that the receiver answered; null where there is none.'),
  `duration_ms` INT64 OPTIONS (description = 'How many milliseconds it took.'),
  `_version` INT64 NOT NULL OPTIONS (description = 'Grows with each change of the row; of two versions the greater counts.'),
  `_deleted` BOOL NOT NULL OPTIONS (description = 'Whether the record was deleted; then all else but the key is null.'),
  `_synced_at` TIMESTAMP NOT NULL OPTIONS (description = 'When the row was written here.'),
  `_batch_id` STRING NOT NULL OPTIONS (description = 'The batch that wrote the row.')
)
CLUSTER BY `org_id`, `id`
OPTIONS (description = 'One row for each try to send an alert, a digest or a follow-up. Tries stay here when the product drops them.');

CREATE TABLE IF NOT EXISTS `_stg_attempts_0_9_v1` (
  `org_id` STRING,
  `id` STRING,
  `message_id` STRING,
  `number` INT64,
  `kind` STRING,
  `dispatch_id` STRING,
  `digest_id` STRING,
  `channel_id` STRING,
  `signal_id` STRING,
  `at` TIMESTAMP,
  `outcome` STRING,
  `http_status` INT64,
  `duration_ms` INT64,
  `_version` INT64,
  `_deleted` BOOL
)
OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY));

BEGIN TRANSACTION;
MERGE INTO `attempts` AS t
USING (
  SELECT `org_id`, `id`, `message_id`, `number`, `kind`, `dispatch_id`, `digest_id`, `channel_id`, `signal_id`, `at`, `outcome`, `http_status`, `duration_ms`, `_version`, `_deleted`
  FROM `_stg_attempts_0_9_v1`
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY `org_id`, `id` ORDER BY `_version` DESC) = 1
) AS s
ON t.`org_id` = 'org_demo' AND t.`org_id` = s.`org_id` AND t.`id` = s.`id`
WHEN MATCHED AND s.`_version` > t.`_version` THEN UPDATE SET
  `message_id` = s.`message_id`,
  `number` = s.`number`,
  `kind` = s.`kind`,
  `dispatch_id` = s.`dispatch_id`,
  `digest_id` = s.`digest_id`,
  `channel_id` = s.`channel_id`,
  `signal_id` = s.`signal_id`,
  `at` = s.`at`,
  `outcome` = s.`outcome`,
  `http_status` = s.`http_status`,
  `duration_ms` = s.`duration_ms`,
  `_version` = s.`_version`,
  `_deleted` = s.`_deleted`,
  `_synced_at` = TIMESTAMP '2026-11-20T09:00:00.000Z',
  `_batch_id` = 'attempts_0_9'
WHEN NOT MATCHED THEN INSERT (
  `org_id`,
  `id`,
  `message_id`,
  `number`,
  `kind`,
  `dispatch_id`,
  `digest_id`,
  `channel_id`,
  `signal_id`,
  `at`,
  `outcome`,
  `http_status`,
  `duration_ms`,
  `_version`,
  `_deleted`,
  `_synced_at`,
  `_batch_id`
) VALUES (
  s.`org_id`,
  s.`id`,
  s.`message_id`,
  s.`number`,
  s.`kind`,
  s.`dispatch_id`,
  s.`digest_id`,
  s.`channel_id`,
  s.`signal_id`,
  s.`at`,
  s.`outcome`,
  s.`http_status`,
  s.`duration_ms`,
  s.`_version`,
  s.`_deleted`,
  TIMESTAMP '2026-11-20T09:00:00.000Z',
  'attempts_0_9'
);
MERGE INTO `_signalpost_cursors` AS t
USING (
  SELECT
    'org_demo' AS `org_id`,
    'attempts' AS `table_name`,
    9 AS `position`,
    0 AS `rewrite_until`,
    1 AS `version`,
    CAST(NULL AS STRING) AS `history`
) AS s
ON t.`org_id` = s.`org_id` AND t.`table_name` = s.`table_name`
WHEN MATCHED AND t.`position` >= 0 THEN UPDATE SET `position` = GREATEST(t.`position`, s.`position`), `history` = CASE WHEN s.`position` < t.`position` THEN t.`history` ELSE COALESCE(s.`history`, t.`history`) END
WHEN NOT MATCHED AND 0 = 0 THEN INSERT (`org_id`, `table_name`, `position`, `rewrite_until`, `version`, `history`)
VALUES (s.`org_id`, s.`table_name`, s.`position`, s.`rewrite_until`, s.`version`, s.`history`);
COMMIT TRANSACTION;

CREATE TABLE IF NOT EXISTS `people` (
  `org_id` STRING NOT NULL OPTIONS (description = 'The workspace.'),
  `id` STRING NOT NULL OPTIONS (description = 'The id of the person, as in signals.assigned_to_user_id and deals.owner_id.'),
  `name` STRING OPTIONS (description = 'The name of the person; null if none was given.'),
  `email` STRING OPTIONS (description = 'The mail address of the person; null where the warehouse was not asked to have it.'),
  `role` STRING OPTIONS (description = 'What the person may do in the workspace: viewer, member or admin.'),
  `_version` INT64 NOT NULL OPTIONS (description = 'Grows with each change of the row; of two versions the greater counts.'),
  `_deleted` BOOL NOT NULL OPTIONS (description = 'Whether the record was deleted; then all else but the key is null.'),
  `_synced_at` TIMESTAMP NOT NULL OPTIONS (description = 'When the row was written here.'),
  `_batch_id` STRING NOT NULL OPTIONS (description = 'The batch that wrote the row.')
)
CLUSTER BY `org_id`, `id`
OPTIONS (description = 'The people who are members of the workspace. One who leaves it is deleted here.');

CREATE TABLE IF NOT EXISTS `_stg_people_0_9_v2` (
  `org_id` STRING,
  `id` STRING,
  `name` STRING,
  `email` STRING,
  `role` STRING,
  `_version` INT64,
  `_deleted` BOOL
)
OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY));

BEGIN TRANSACTION;
MERGE INTO `people` AS t
USING (
  SELECT `org_id`, `id`, `name`, `email`, `role`, `_version`, `_deleted`
  FROM `_stg_people_0_9_v2`
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY `org_id`, `id` ORDER BY `_version` DESC) = 1
) AS s
ON t.`org_id` = 'org_demo' AND t.`org_id` = s.`org_id` AND t.`id` = s.`id`
WHEN MATCHED AND s.`_version` > t.`_version` THEN UPDATE SET
  `name` = s.`name`,
  `email` = s.`email`,
  `role` = s.`role`,
  `_version` = s.`_version`,
  `_deleted` = s.`_deleted`,
  `_synced_at` = TIMESTAMP '2026-11-20T09:00:00.000Z',
  `_batch_id` = 'people_0_9'
WHEN NOT MATCHED THEN INSERT (
  `org_id`,
  `id`,
  `name`,
  `email`,
  `role`,
  `_version`,
  `_deleted`,
  `_synced_at`,
  `_batch_id`
) VALUES (
  s.`org_id`,
  s.`id`,
  s.`name`,
  s.`email`,
  s.`role`,
  s.`_version`,
  s.`_deleted`,
  TIMESTAMP '2026-11-20T09:00:00.000Z',
  'people_0_9'
);
MERGE INTO `_signalpost_cursors` AS t
USING (
  SELECT
    'org_demo' AS `org_id`,
    'people' AS `table_name`,
    9 AS `position`,
    0 AS `rewrite_until`,
    2 AS `version`,
    CAST(NULL AS STRING) AS `history`
) AS s
ON t.`org_id` = s.`org_id` AND t.`table_name` = s.`table_name`
WHEN MATCHED AND t.`position` >= 0 THEN UPDATE SET `position` = GREATEST(t.`position`, s.`position`), `history` = CASE WHEN s.`position` < t.`position` THEN t.`history` ELSE COALESCE(s.`history`, t.`history`) END
WHEN NOT MATCHED AND 0 = 0 THEN INSERT (`org_id`, `table_name`, `position`, `rewrite_until`, `version`, `history`)
VALUES (s.`org_id`, s.`table_name`, s.`position`, s.`rewrite_until`, s.`version`, s.`history`);
COMMIT TRANSACTION;

CREATE TABLE IF NOT EXISTS `ledger_events` (
  `org_id` STRING NOT NULL OPTIONS (description = 'The workspace.'),
  `delivery_id` STRING NOT NULL OPTIONS (description = 'The id of the delivery: the event, each time that it was sent.'),
  `source_id` STRING OPTIONS (description = 'The source that sent it; a channel for a click in a message.'),
  `event_id` STRING OPTIONS (description = 'The id of the event that its sender gave it.'),
  `type` STRING OPTIONS (description = 'The type of the event; null for a body that is not our envelope.'),
  `status` STRING OPTIONS (description = 'What came of it: applied, ignored, duplicate, conflict or dead.'),
  `received_at` TIMESTAMP OPTIONS (description = 'When it was received.'),
  `applied_at` TIMESTAMP OPTIONS (description = 'When it was applied last; null if it was not.'),
  `event` JSON OPTIONS (description = 'The event as it came; null once it was erased, and for a body that is no JSON.'),
  `_version` INT64 NOT NULL OPTIONS (description = 'Grows with each change of the row; of two versions the greater counts.'),
  `_deleted` BOOL NOT NULL OPTIONS (description = 'Whether the record was deleted; then all else but the key is null.'),
  `_synced_at` TIMESTAMP NOT NULL OPTIONS (description = 'When the row was written here.'),
  `_batch_id` STRING NOT NULL OPTIONS (description = 'The batch that wrote the row.')
)
CLUSTER BY `org_id`, `delivery_id`
OPTIONS (description = 'One row for each event that was received and settled, as it came. Rows stay here when the product drops the event.');

CREATE TABLE IF NOT EXISTS `_stg_ledger_events_0_9_v1` (
  `org_id` STRING,
  `delivery_id` STRING,
  `source_id` STRING,
  `event_id` STRING,
  `type` STRING,
  `status` STRING,
  `received_at` TIMESTAMP,
  `applied_at` TIMESTAMP,
  `event` JSON,
  `_version` INT64,
  `_deleted` BOOL
)
OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY));

BEGIN TRANSACTION;
MERGE INTO `ledger_events` AS t
USING (
  SELECT `org_id`, `delivery_id`, `source_id`, `event_id`, `type`, `status`, `received_at`, `applied_at`, `event`, `_version`, `_deleted`
  FROM `_stg_ledger_events_0_9_v1`
  WHERE TRUE
  QUALIFY ROW_NUMBER() OVER (PARTITION BY `org_id`, `delivery_id` ORDER BY `_version` DESC) = 1
) AS s
ON t.`org_id` = 'org_demo' AND t.`org_id` = s.`org_id` AND t.`delivery_id` = s.`delivery_id`
WHEN MATCHED AND s.`_version` > t.`_version` THEN UPDATE SET
  `source_id` = s.`source_id`,
  `event_id` = s.`event_id`,
  `type` = s.`type`,
  `status` = s.`status`,
  `received_at` = s.`received_at`,
  `applied_at` = s.`applied_at`,
  `event` = s.`event`,
  `_version` = s.`_version`,
  `_deleted` = s.`_deleted`,
  `_synced_at` = TIMESTAMP '2026-11-20T09:00:00.000Z',
  `_batch_id` = 'ledger_events_0_9'
WHEN NOT MATCHED THEN INSERT (
  `org_id`,
  `delivery_id`,
  `source_id`,
  `event_id`,
  `type`,
  `status`,
  `received_at`,
  `applied_at`,
  `event`,
  `_version`,
  `_deleted`,
  `_synced_at`,
  `_batch_id`
) VALUES (
  s.`org_id`,
  s.`delivery_id`,
  s.`source_id`,
  s.`event_id`,
  s.`type`,
  s.`status`,
  s.`received_at`,
  s.`applied_at`,
  s.`event`,
  s.`_version`,
  s.`_deleted`,
  TIMESTAMP '2026-11-20T09:00:00.000Z',
  'ledger_events_0_9'
);
MERGE INTO `_signalpost_cursors` AS t
USING (
  SELECT
    'org_demo' AS `org_id`,
    'ledger_events' AS `table_name`,
    9 AS `position`,
    0 AS `rewrite_until`,
    1 AS `version`,
    CAST(NULL AS STRING) AS `history`
) AS s
ON t.`org_id` = s.`org_id` AND t.`table_name` = s.`table_name`
WHEN MATCHED AND t.`position` >= 0 THEN UPDATE SET `position` = GREATEST(t.`position`, s.`position`), `history` = CASE WHEN s.`position` < t.`position` THEN t.`history` ELSE COALESCE(s.`history`, t.`history`) END
WHEN NOT MATCHED AND 0 = 0 THEN INSERT (`org_id`, `table_name`, `position`, `rewrite_until`, `version`, `history`)
VALUES (s.`org_id`, s.`table_name`, s.`position`, s.`rewrite_until`, s.`version`, s.`history`);
COMMIT TRANSACTION;
