-- Has nothing to do with messages: built alone, it asks nothing of them.
select 'EUR' as currency
